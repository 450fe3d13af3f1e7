import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';
import { importRule } from './tests/architecture/import-rule.js';

export default tseslint.config(
  { ignores: ['build/', 'build.*/', '.svelte-kit/', 'data/', 'tests/.output/', 'static/'] },
  // Frozen products of the bundler.
  { ignores: ['src/lib/metrology/engines/engine-*.js'] },
  js.configs.recommended,
  tseslint.configs.strict,
  svelte.configs.recommended,
  {
    plugins: { house: { rules: { imports: importRule } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'house/imports': 'error',
      // The compiler knows every name; the linter would need a list of them.
      'no-undef': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }]
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } }
  },
  {
    files: ['src/lib/client/**', 'src/routes/**'],
    // In the browser the console is the log.
    rules: { 'no-console': ['error', { allow: ['error', 'warn'] }] }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      // The app lives at the root of its origin; links are written as they are.
      'svelte/no-navigation-without-resolve': 'off',
      // Maps that are built once inside a $derived need not be reactive themselves.
      'svelte/prefer-svelte-reactivity': 'off'
    }
  },
  {
    files: ['src/lib/{metrology,laboratory,contracts,records,numbers,worksheet}/**/*.ts', 'sync/protocol/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*-fixture.ts', '**/testing/**', 'src/lib/metrology/engines/**'],
    // Pure: equal input, equal output. The time and random numbers are passed in.
    rules: {
      'no-restricted-globals': ['error', 'performance', 'crypto', 'fetch', 'setTimeout', 'setInterval', 'localStorage'],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
        { object: 'Date', property: 'now', message: 'The time is passed in.' }
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The time is passed in.' }
      ]
    }
  },
  // Published reference values are quoted with all their digits.
  { files: ['**/*.test.ts'], rules: { 'no-loss-of-precision': 'off' } }
);
