import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import MarkdownText from './MarkdownText.svelte';
import { safeLink } from './safe-link.ts';

const html = (text: string) => render(MarkdownText, { props: { text } }).body.replaceAll(/<!--.*?-->/g, '');

test('headings, lists, emphasis, code and tables become elements', () => {
  const shown = html(
    '# Before\n\nLet it *settle* for **one hour**.\n\n1. Connect\n2. Wait\n\n`x`\n\n|a|b|\n|-|-|\n|1|2|'
  );
  for (const part of ['<h3', 'Before', '<em', 'settle', '<strong', '<ol', 'Connect', '<code', '<td', '</table>'])
    expect(shown).toContain(part);
});

test('what looks like HTML stays text, and nothing of it is an element', () => {
  const shown = html('<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> word\n\n<b onclick="x()">bold</b>');
  expect(shown).not.toMatch(/<(script|img|b)[\s>]/);
  expect(shown).toContain('&lt;script');
});

test('links lead to the web or to mail alone, pictures are their words', () => {
  expect(html('[a](https://example.org/x)')).toContain('href="https://example.org/x"');
  for (const address of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '/admin', 'vbscript:x'])
    expect(html(`[a](${address})`), address).not.toContain('href');
  expect(html('![alt words](https://example.org/x.png)')).not.toContain('<img');
  expect(html('![alt words](https://example.org/x.png)')).toContain('alt words');
  expect(safeLink('mailto:a@b.example')).toBe('mailto:a@b.example');
  expect(safeLink(undefined)).toBe(null);
});

test('text that is made to be slow is shown in time', () => {
  for (const bad of [
    '*'.repeat(20_000),
    '['.repeat(5_000),
    '> '.repeat(300),
    `${'a '.repeat(20_000)}\``,
    '|'.repeat(20_000)
  ]) {
    const began = performance.now();
    html(bad);
    expect(performance.now() - began, bad.slice(0, 5)).toBeLessThan(5000);
  }
}, 60_000);
