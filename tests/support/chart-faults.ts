import type { Page } from 'playwright';

/**
 * Labels of the charts on a page that overlap each other, lie on a line of limits, or leave their chart or their column of the table; axes
 * with too few ticks.
 */
export const chartFaultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    for (const chart of document.querySelectorAll('svg[role=img]')) {
      const texts = [...chart.querySelectorAll('text')].map((text) => ({
        words: (text.textContent ?? '').trim(),
        box: text.getBoundingClientRect()
      }));
      const frame = chart.getBoundingClientRect();
      if (frame.width === 0) continue;
      texts.forEach(({ words, box }, i) => {
        for (const other of texts.slice(i + 1)) {
          if (overlap(box, other.box)) found.push(`“${words}” lies on “${other.words}”`);
        }
        if (box.left < frame.left - 1 || box.right > frame.right + 1) {
          const sides = [box.left, box.right, frame.left, frame.right].map(Math.round).join(' ');
          found.push(`“${words}” leaves the chart: ${sides}`);
        }
      });
      const labels = [...chart.querySelectorAll<SVGTextElement>('text[data-label]')];
      for (const label of labels) {
        const box = label.getBoundingClientRect();
        for (const line of chart.querySelectorAll<SVGPathElement>('path[data-line]')) {
          if (!line.getAttribute('d')) continue;
          const matrix = line.getScreenCTM();
          const length = line.getTotalLength();
          for (let at = 0; matrix !== null && at <= length; at += 4) {
            const spot = line.getPointAtLength(at).matrixTransform(matrix);
            const inside = spot.x > box.left && spot.x < box.right && spot.y > box.top + 2 && spot.y < box.bottom - 2;
            if (inside) {
              found.push(`“${(label.textContent ?? '').trim()}” lies on a line (${line.dataset['line']})`);
              break;
            }
          }
        }
      }
      for (const axis of ['x', 'y']) {
        const ticks = chart.querySelectorAll(`text[data-tick=${axis}]`).length;
        if (chart.querySelector('text[data-tick]') !== null && ticks < 3) found.push(`${axis}: ${ticks} ticks`);
      }
    }
    for (const column of document.querySelectorAll('th .plh')) {
      const { left, right } = column.getBoundingClientRect();
      for (const label of column.querySelectorAll('span')) {
        const box = label.getBoundingClientRect();
        // One without width is not shown.
        if (box.width > 0 && (box.left < left - 1 || box.right > right + 1))
          found.push(`“${label.textContent}” leaves its column`);
      }
    }
    return [...new Set(found)];
  });
