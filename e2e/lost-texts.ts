import type { Page } from 'playwright-core';

/**
 * Texts of the shown screen that are cut off without a sign and cannot be scrolled to. Three things count as whole: a table's header,
 * because it scrolls with the table; tabs, because a menu has those that do not fit; and the rolling digits of a badge.
 */
export async function lostTexts(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<string[]>(`(() => {
    const isKept = (style) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const isCut = (text, element) => {
      let shown = text;
      for (let holder = element; holder !== document.body && holder !== null; holder = holder.parentElement) {
        const style = getComputedStyle(holder);
        const flows = [style.overflowX, style.overflowY];
        if (flows.some((flow) => flow === 'auto' || flow === 'scroll')) return false;
        if (holder.matches('.ant-table-header, .ant-tabs-nav-wrap, .ant-scroll-number')) return false;
        if (flows.every((flow) => flow === 'visible')) continue;
        const box = holder.getBoundingClientRect();
        // An ellipsis shows that there is more, where the ellipsis itself is not cut off.
        if (isKept(style)) {
          shown = box;
          continue;
        }
        // For screen readers alone.
        if (box.width <= 1 || box.height <= 1) return false;
        if (shown.left < box.left - 2 || shown.right > box.right + 2) return true;
        if (shown.top < box.top - 2 || shown.bottom > box.bottom + 2) return true;
      }
      return false;
    };
    const lost = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width > 0 && isCut(box, element)) lost.push(node.data.trim().slice(0, 80) + ' in ' + element.outerHTML.slice(0, 120));
    }
    return lost;
  })()`);
  return found.map((text) => `cut off: ${text}`);
}
