/**
 * The values that a certificate template can print: everything that the built-in certificate prints, in the same words,
 * numbers and dates, and the figures behind it. `GET /certificate-templates/context` lists it.
 */
import { z } from 'zod';
import { LatexText } from './latex-text.ts';

/** Text as it was entered; escaped when it is printed. */
const text = z.string();
/** As the built-in certificate prints it, with italics and indices. */
const printed = z.instanceof(LatexText);
const figure = z.number();
/** A calendar date, 2026-11-20, for comparisons. */
const day = z.string();
/** The name of a picture, for \includegraphics. */
const picture = z.string();

const person = z.strictObject({ full_name: text, role: printed });

const table = z.strictObject({
  columns: figure,
  /** Column types for a tabular: one letter each; `wrapped` breaks long texts into lines. */
  alignment: text,
  wrapped: printed,
  stretch: figure,
  head: z.array(row()),
  rows: z.array(row())
});

const column = z.strictObject({
  paragraphs: z.array(printed),
  facts: z.array(z.strictObject({ key: printed, value: printed }))
});

export const printedSection = z.strictObject({
  title: printed.nullable(),
  paragraphs: z.array(printed),
  tables: z.array(table),
  columns: z.array(column),
  /** All of these in their order; the kind says how the built-in certificate sets it. */
  parts: z.array(
    z.strictObject({
      kind: text,
      text: printed.nullable(),
      table: table.nullable(),
      columns: z.array(column),
      picture: picture.nullable(),
      kept: z.boolean()
    })
  )
});

function row() {
  const cell = z.strictObject({
    text: printed,
    bold: z.boolean(),
    columns: figure,
    rows: figure,
    lines: z.array(printed)
  });
  return z.strictObject({ cells: z.array(cell), rule_above: z.boolean() });
}

const point = z.strictObject({
  number: printed,
  reference: printed,
  indication: printed,
  /** As found. */
  error: printed.nullable(),
  uncertainty: printed.nullable(),
  verdict: printed.nullable(),
  /** After correction or adjustment. */
  corrected: printed.nullable(),
  error_left: printed.nullable(),
  uncertainty_left: printed.nullable(),
  verdict_left: printed.nullable(),
  figures: z.strictObject({
    reference: figure,
    indication: figure,
    error: figure.nullable(),
    corrected: figure.nullable(),
    error_left: figure.nullable(),
    expanded_uncertainty: figure.nullable(),
    coverage_factor: figure.nullable()
  })
});

export const templateContextSchema = z.strictObject({
  language: text,
  certificate: z.strictObject({
    title: printed,
    number: text,
    issue_date: printed,
    verify_url: text,
    is_external: z.boolean(),
    is_copy: z.boolean(),
    is_void: z.boolean(),
    /** All that the head says besides the laboratory: copy, void, whose data these are. */
    notes: z.array(printed),
    replaces: z.strictObject({ certificate_number: text.nullable(), version: figure }).nullable()
  }),
  calibration: z.strictObject({
    id: text,
    version: figure,
    kind: text,
    calibration_date: printed,
    due_date: printed.nullable(),
    recorded_at: printed,
    received_on: printed.nullable(),
    issue_date: printed,
    days: z.strictObject({ calibration_date: day, due_date: day.nullable(), received_on: day.nullable() }),
    lab_name: text.nullable(),
    lab_certificate_number: text.nullable(),
    lab_accreditation: text.nullable(),
    specification: text.nullable(),
    item_condition: text.nullable(),
    notes: text.nullable()
  }),
  asset: z.strictObject({
    asset_id: text,
    name: text,
    description: text.nullable(),
    manufacturer: text.nullable(),
    model: text.nullable(),
    serial_number: text.nullable(),
    location_name: text.nullable()
  }),
  channel: z.strictObject({ name: text }).nullable(),
  measuring: z.strictObject({
    quantity: text.nullable(),
    unit: text.nullable(),
    measured_unit: text.nullable(),
    difference_unit: text.nullable(),
    range_min: printed.nullable(),
    range_max: printed.nullable(),
    resolution: printed.nullable()
  }),
  organization: z.strictObject({
    name: text,
    full_name: text.nullable(),
    address: text.nullable(),
    email: text.nullable(),
    phone: text.nullable(),
    website: text.nullable()
  }),
  /** As the head of the built-in certificate names it. */
  laboratory: z.strictObject({ name: printed, address: printed, contact: printed.nullable() }),
  place: z.strictObject({ name: text, address: text.nullable() }).nullable(),
  customer: z.strictObject({ name: text, address: text.nullable() }).nullable(),
  procedure: z.strictObject({ code: text.nullable(), name: text, revision: text.nullable() }).nullable(),
  reference: z
    .strictObject({
      asset_id: text,
      name: text,
      serial_number: text.nullable(),
      certificate_number: text.nullable(),
      calibrated_by: text.nullable(),
      accreditation: text.nullable(),
      calibration_date: printed,
      due_date: printed.nullable(),
      expanded_uncertainty: printed,
      coverage_factor: printed
    })
    .nullable(),
  technician: person,
  authorizer: person.nullable(),
  environment: z
    .strictObject({
      temperature: printed.nullable(),
      humidity: printed.nullable(),
      pressure: printed.nullable()
    })
    .nullable(),
  /** Every run of points: before an adjustment, the points of the curve, its verification. */
  runs: z.array(z.strictObject({ title: printed, points: z.array(point), table })),
  fit: z
    .strictObject({
      model: printed,
      method: printed.nullable(),
      degree: figure.nullable(),
      equation: printed.nullable(),
      coefficients: z.array(figure)
    })
    .nullable(),
  uncertainty: z.strictObject({
    expanded: printed,
    coverage_factor: printed,
    coverage_probability: printed.nullable(),
    degrees_of_freedom: printed.nullable(),
    figures: z.strictObject({ expanded: figure, coverage_factor: figure })
  }),
  budget: z.array(z.strictObject({ source: printed, distribution: printed, contribution: printed, share: printed })),
  conformity: z
    .strictObject({
      rule: text,
      conforms: z.boolean().nullable(),
      as_found: printed.nullable(),
      as_left: printed.nullable(),
      statement: printed
    })
    .nullable(),
  /** What the built-in certificate prints, section by section. */
  printed: z.strictObject({
    head: z.array(printedSection),
    identity: z.array(printedSection),
    results: z.array(printedSection),
    further_values: z.array(printedSection),
    conformity: z.array(printedSection),
    curve: z.array(printedSection),
    budget: z.array(printedSection),
    traceability: z.array(printedSection),
    remarks: z.array(printedSection),
    closing: z.array(printedSection),
    /** All between head and foot, in the order of the built-in certificate. */
    body: z.array(printedSection),
    foot: printed,
    /** On every page, with the space between them and the rest, in points of the page (bp). */
    head_height: figure,
    foot_height: figure
  }),
  labels: z.record(z.string(), printed),
  pictures: z.strictObject({
    logo: picture.nullable(),
    chart: picture.nullable(),
    /** The same chart less high, as the built-in certificate has it where that saves a page. */
    low_chart: picture.nullable(),
    qr: picture,
    signature: picture
  })
});
export type TemplateContext = z.infer<typeof templateContextSchema>;
