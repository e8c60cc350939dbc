/** The canvas's own keys in words, for the sheet of shortcuts. `use-shortcuts.ts` gives them their meaning. */

export interface CanvasKey {
  readonly keys: string;
  readonly title: string;
}

export const CANVAS_KEYS: readonly CanvasKey[] = [
  { keys: '← ↑ → ↓', title: 'Go to the next call, along the references' },
  { keys: 'Shift+← ↑ → ↓', title: 'Select it as well' },
  { keys: 'Enter', title: 'Open the call in the inspector' },
  { keys: 'Escape', title: 'Back to the card, then let go of it' },
  { keys: 'C', title: 'Connect the call to another' },
  { keys: 'Shift+F10', title: 'What can be done with the call' },
  { keys: 'D', title: 'Duplicate the selected calls' },
  { keys: 'Delete', title: 'Remove the selected calls or references' },
  { keys: 'Mod+A', title: 'Select every call' },
  { keys: 'Mod+C', title: 'Copy the selected calls as JSON' },
  { keys: 'Mod+V', title: 'Paste calls' },
  { keys: '+ −', title: 'Zoom in, zoom out' },
  { keys: '0', title: 'Fit the plan' },
  { keys: '1', title: 'Zoom to life size' },
];
