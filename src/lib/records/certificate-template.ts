/** What sets a template: the embedded engine, or an installed TeX. */
export const TEMPLATE_ENGINES = ['embedded', 'tex'] as const;
export type TemplateEngine = (typeof TEMPLATE_ENGINES)[number];

/** Values that templates print: a list is gone through in a loop, a group has members. */
export const TEMPLATE_VALUE_KINDS = ['text', 'number', 'flag', 'list', 'group'] as const;
export type TemplateValueKind = (typeof TEMPLATE_VALUE_KINDS)[number];

/** What a certificate has to say (ISO/IEC 17025 7.8.2.1, 7.8.4.1), with the values of a template that print it. */
export const REQUIRED = {
  title: ['certificate.title', 'printed.identity', 'labels.title', 'printed.body'],
  laboratory: ['laboratory', 'organization', 'printed.head'],
  number: ['certificate.number', 'printed.head'],
  customer: ['customer', 'printed.identity', 'printed.body'],
  item: ['asset', 'printed.identity', 'printed.body'],
  method: ['procedure', 'printed.identity', 'printed.body'],
  date: ['calibration.calibration_date', 'printed.identity', 'printed.body'],
  results: ['runs', 'printed.results', 'printed.body'],
  uncertainty: ['uncertainty', 'printed.conformity', 'printed.results', 'printed.body'],
  coverage_factor: ['uncertainty.coverage_factor', 'printed.conformity', 'printed.results', 'printed.body'],
  traceability: ['reference', 'printed.traceability', 'printed.body'],
  environment: ['environment', 'printed.identity', 'printed.body'],
  authorizer: ['authorizer', 'printed.closing', 'printed.body'],
  relates_only: ['printed.foot'],
  signature: ['pictures.signature'],
  verification: ['pictures.qr', 'certificate.verify_url', 'printed.foot'],
  external: ['certificate.title', 'certificate.is_external', 'printed.identity', 'printed.body']
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type RequiredPart = keyof typeof REQUIRED;
export const REQUIRED_PARTS = Object.keys(REQUIRED) as [RequiredPart, ...RequiredPart[]];
