/** Over a plan from outside whose values nobody has asked for yet (L-83). */

import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { useServices } from '../services.ts';

export default function HeldBar() {
  const { tests, session } = useServices();
  const allow = () =>
    void tests()
      .then((own) => own.allow())
      .catch(session.actions.tellFault);
  const title = 'From outside';
  const text =
    'Nothing of it is computed before you say so. Computing it touches nothing outside this device.';
  return (
    <CanvasBar label="Values of a plan from outside" title={title} tone="info" text={text}>
      <Button tone="plain" onClick={allow}>
        Show its values
      </Button>
    </CanvasBar>
  );
}
