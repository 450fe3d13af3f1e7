/** What `?script` (vite.config.ts) makes of a module: the text of one script for the browser. */
declare module '*?script' {
  const script: string;
  export default script;
}
