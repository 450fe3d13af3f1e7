import { z } from 'zod';

/** Data that a customer may supply: identification of the item, its condition, the specification with its tolerance. */
export const CUSTOMER_DATA = ['item', 'condition', 'specification'] as const;
export type CustomerDatum = (typeof CUSTOMER_DATA)[number];
export const customerDataSchema = z.array(z.enum(CUSTOMER_DATA)).max(CUSTOMER_DATA.length);
