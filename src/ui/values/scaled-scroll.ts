/**
 * A scroll over more pixels than a browser gives an element: where the rows stand is kept here, and the scroll bar shows it to
 * scale. Knows no element.
 */

/** Browsers cap an element between 17 and 33 million pixels. */
const MOST = 8_000_000;

export class ScaledScroll {
  /** How far the first row in sight is from the first of all, in pixels of rows. */
  top = 0;
  /** Where the scroll bar was last. */
  #bar = 0;
  #all = 0;
  #view = 0;

  /** Pixels that all rows take, and that are in sight. Keeps what is in sight there. */
  measure(all: number, view: number): void {
    this.#all = all;
    this.#view = view;
    this.top = this.#within(this.top);
  }

  /** How high the element is in which the rows are scrolled. */
  get height(): number {
    return Math.min(this.#all, MOST);
  }

  get isScaled(): boolean {
    return this.#all > MOST;
  }

  /** Where the scroll bar has to be for what is in sight. */
  get bar(): number {
    const most = this.#all - this.#view;
    this.#bar = this.isScaled ? (this.top / most) * (this.height - this.#view) : this.top;
    return this.#bar;
  }

  /** The scroll bar is there now. A step is one of rows, as a finger makes it; a leap is one of the bar. */
  scrolled(bar: number): void {
    const by = bar - this.#bar;
    // Whole pixels are what a browser may keep of where it was put.
    if (this.isScaled && Math.abs(by) < 1) return;
    this.#bar = bar;
    if (!this.isScaled) this.top = bar;
    else if (Math.abs(by) < this.#view * 2) this.top = this.#within(this.top + by);
    else this.top = this.#within((bar / (this.height - this.#view)) * (this.#all - this.#view));
  }

  /** By so many pixels of rows. */
  move(by: number): void {
    this.top = this.#within(this.top + by);
  }

  /** So far that this stretch of rows is in sight, and no further. */
  show(from: number, to: number): void {
    if (from < this.top) this.top = this.#within(from);
    else if (to > this.top + this.#view) this.top = this.#within(to - this.#view);
  }

  #within(top: number): number {
    return Math.max(0, Math.min(this.#all - this.#view, top));
  }
}
