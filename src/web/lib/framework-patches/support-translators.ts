/** What stands in the place of a text that React still holds: the element of a translator. */
const standIns = new WeakMap<Node, Element>();
const used = new WeakSet<Node>();

/** The child of `parent` that is `node`, contains it or stands in its place, otherwise null. */
function findPlace(parent: Node, node: Node): Node | null {
  const shown = node.isConnected ? node : (standIns.get(node) ?? node);
  for (let at: Node | null = shown; at !== null; at = at.parentNode)
    if (at.parentNode === parent) return at;
  return null;
}

/** React never creates a `<font>`. Each stands for one text. */
const isNewStandIn = (node: Node | null | undefined): node is Element =>
  node instanceof Element && node.localName === 'font' && !used.has(node);

/** Remembers which element replaced a text, and puts the text back when React changes or moves it. */
function watchReplacedTexts(): void {
  const observer = new MutationObserver((records) => {
    for (const {
      type,
      target,
      addedNodes,
      removedNodes,
      previousSibling,
      nextSibling,
    } of records) {
      if (type === 'characterData' && !target.isConnected)
        standIns.get(target)?.replaceWith(target);
      for (const added of addedNodes) {
        standIns.get(added)?.remove();
        standIns.delete(added);
      }
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const standIn = [addedNodes[0], previousSibling, nextSibling].find(isNewStandIn);
        if (!standIn) continue;
        used.add(standIn);
        standIns.set(text, standIn);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * Lets React change pages whose texts a translator of the browser has wrapped or replaced. React removes texts from the
 * parent that it gave them, which throws and ends the page: https://github.com/facebook/react/issues/11538
 */
export function followMovedTexts(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const place = findPlace(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    added: T,
    next: Node | null,
  ): T {
    const place = next === null || next.parentNode === this ? next : findPlace(this, next);
    return insertBefore.call(this, added, place) as T;
  };
  watchReplacedTexts();
}
