/**
 * What the shell shows before the app's scripts have come, for whoever is not signed in: the name and what it stands for, drawn by
 * the component that draws them afterwards. The shell has it in every language, and its script chooses one: a shell that a service
 * worker keeps is shown whatever language is chosen later.
 */
import { render } from 'svelte/server';
import Welcome from '#lib/ui/frame/Welcome.svelte';
// svelte.config.js allows this very text, by its hash.
import script from '../../../static/theme.js?raw';

const taglines = Object.entries(
  import.meta.glob<string>('../i18n/*/first/auth.json', { eager: true, import: 'tagline' })
).map(([file, tagline]) => ({ language: file.split('/').at(-3) ?? '', tagline }));
const pictures = taglines.map(({ language, tagline }) => {
  const { head, body } = render(Welcome, { props: { tagline } });
  return { language, head, body };
});

const isChosen = ({ language }: { readonly language: string }) =>
  `[data-first-picture=${language}] .first-picture:lang(${language})`;
/** The styles of the component are the same in each picture. */
const head = `<script data-languages="${taglines.map(({ language }) => language).join(' ')}">${script}</script>
${pictures[0]?.head ?? ''}
<style>.first-picture{display:none}${pictures.map(isChosen).join()}{display:contents}</style>`;
const body = pictures.map((one) => `<div class="first-picture" lang="${one.language}">${one.body}</div>`).join('');
const PARTS: Readonly<Record<string, string>> = { head, body };

/** Puts it where src/app.html has a place for it. */
export const withFirstPicture = (html: string): string =>
  html.replace(/%first_picture\.(\w+)%/g, (place, part: string) => PARTS[part] ?? place);
