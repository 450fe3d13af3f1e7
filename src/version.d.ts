/** Version of package.json, put in by vite.config.ts. */
declare const __PLUMBLINE_VERSION__: string;
