import { flatten, type Dictionary } from './dictionary.ts';

export type Finding = {
  readonly kind: 'missing' | 'untranslated' | 'surplus' | 'unused' | 'arguments';
  readonly key: string;
  readonly where: string;
};

/** How code names a message: a call of the translator, a template, or a plain literal in a table of keys. */
export type Usage = {
  readonly asked: ReadonlySet<string>;
  readonly literals: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
};

const CALL = /(?:\$_|\bt)\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/g;
const LITERAL = /'([a-z_]+(?:\.[a-z0-9_]+)+)'|"([a-z_]+(?:\.[a-z0-9_]+)+)"/g;
const TEMPLATE = /`([a-z_]+(?:\.[a-z0-9_]+)*\.[^`]*\$\{[^`]*)`/g;

/** Collects what a source file asks of the dictionaries. A template with `${…}` asks for every key of its shape. */
export function usageIn(sources: readonly string[]): Usage {
  const asked = new Set<string>();
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources) {
    for (const [, single, double, template] of source.matchAll(CALL)) {
      const key = single ?? double ?? template;
      if (key !== undefined && !key.includes('${')) asked.add(key);
    }
    for (const [, single, double] of source.matchAll(LITERAL)) literals.add(single ?? double ?? '');
    for (const [, template = ''] of source.matchAll(TEMPLATE)) patterns.push(shapeOf(template));
  }
  return { asked, literals, patterns };
}

const shapeOf = (template: string) =>
  new RegExp(
    `^${template
      .replace(/\$\{[^}]*\}/g, '*')
      .replace(/[.+?^()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '[a-z0-9_]+')}$`
  );

/** Everything wrong between the languages and the code; an empty list is what `verify` wants. `en` is the canonical language. */
export function findings(languages: Readonly<Record<string, Dictionary>>, usage: Usage): Finding[] {
  const flat = new Map(Object.entries(languages).map(([language, dictionary]) => [language, flatten(dictionary)]));
  const canonical = flat.get('en') ?? new Map<string, string>();
  const found: Finding[] = [];
  for (const key of usage.asked) if (!canonical.has(key)) found.push({ kind: 'missing', key, where: 'en' });
  for (const key of canonical.keys()) {
    const used = usage.asked.has(key) || usage.literals.has(key) || usage.patterns.some((shape) => shape.test(key));
    if (!used) found.push({ kind: 'unused', key, where: 'en' });
  }
  for (const [language, messages] of flat) {
    for (const [key, text] of canonical) {
      const translation = messages.get(key);
      if (translation === undefined || translation.trim() === '')
        found.push({ kind: 'untranslated', key, where: language });
      else if (argumentsOf(translation) !== argumentsOf(text)) found.push({ kind: 'arguments', key, where: language });
    }
    for (const key of messages.keys()) if (!canonical.has(key)) found.push({ kind: 'surplus', key, where: language });
  }
  return found;
}

/** Names of the values that a message takes, sorted: a translation that forgets one would hide a number. */
export function argumentsOf(message: string): string {
  const names = new Set<string>();
  let depth = 0;
  for (let at = 0; at < message.length; at += 1) {
    // Braces alternate: text holds arguments, an argument holds the texts of its plural forms.
    if (message[at] === '{') {
      if (depth % 2 === 0) names.add(/^\{\s*(\w*)/.exec(message.slice(at))?.[1] ?? '');
      depth += 1;
    } else if (message[at] === '}') depth -= 1;
  }
  return [...names].sort().join(' ');
}
