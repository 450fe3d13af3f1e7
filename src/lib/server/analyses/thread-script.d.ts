/** What `?thread` (vite.config.ts) makes of a module: the text of one script without imports. */
declare module '*?thread' {
  const script: string;
  export default script;
}
