import type { Page } from 'playwright-core';

/** What is wrong with a page's layout: sideways scroll, and controls that lie over one another. */
export async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      faults.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
    }
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}'`;
    // While a dialog is open, what lies behind it cannot be reached.
    const scope = document.querySelector('dialog[open]') ?? document.body;
    const controls = [
      ...scope.querySelectorAll(
        'a[href], button, input:not([type=hidden]), select, textarea, summary',
      ),
    ].filter((element) => {
      const style = getComputedStyle(element);
      // What keeps to an edge of the window lies over what is scrolled under it.
      const fixed =
        element.closest('header.sticky, [class*="sticky max-lg:bottom-0"], [class*=fixed]') !==
        null;
      return (
        element.checkVisibility({ visibilityProperty: true }) && !fixed && style.opacity !== '0'
      );
    });
    // What is scrolled out of a box of its own cannot be seen there.
    const seen = (element: Element): DOMRect => {
      let box = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible' || around === root) continue;
        const edge = around.getBoundingClientRect();
        const [left, top] = [Math.max(box.left, edge.left), Math.max(box.top, edge.top)];
        const width = Math.max(0, Math.min(box.right, edge.right) - left);
        box = new DOMRect(left, top, width, Math.max(0, Math.min(box.bottom, edge.bottom) - top));
      }
      return box;
    };
    const boxes = controls.map((element) => ({ element, box: seen(element) }));
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        // A button in a field lies beside what is typed there.
        const field = a.element.closest('[data-field]');
        if (field && field === b.element.closest('[data-field]')) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 2 && down > 2 && a.box.width > 2 && b.box.width > 2) {
          faults.push(`${name(a.element)} overlaps ${name(b.element)}`);
        }
      }
    }
    return faults;
  });
}
