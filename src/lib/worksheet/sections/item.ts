/** The customer and the condition of the instrument, printed on the certificate. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { CustomerDatum } from '#lib/contracts/customer-data.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import type { OccasionFields } from './occasion.ts';
import type { Section } from './section.ts';

export type ItemFields = {
  readonly customer: { readonly name: string; readonly address: string };
  /** Date of receipt and condition; printed if stated. */
  readonly received_on: string;
  readonly item_condition: string;
  /** Which of these the customer supplied. */
  readonly customer_data: readonly CustomerDatum[];
};

export const item: Section<
  ItemFields,
  Pick<CreateCalibrationBody, keyof ItemFields>,
  ItemFields & Pick<OccasionFields, 'calibration_date'>
> = {
  begin: () => ({ customer: { name: '', address: '' }, received_on: '', item_condition: '', customer_data: [] }),
  toRequest: ({ customer, received_on, item_condition, customer_data, calibration_date }, reader) => {
    const received = received_on.trim();
    const [name, address, condition] = [customer.name.trim(), customer.address.trim(), item_condition.trim()];
    if (received !== '' && !isDay(received)) reader.refuse('received_on', 'out_of_range');
    else if (received !== '' && received > calibration_date) reader.refuse('received_on', 'received_after_date');
    return {
      ...(name ? { customer: { name, address: address || null } } : {}),
      ...(received ? { received_on: received } : {}),
      ...(condition ? { item_condition: condition } : {}),
      ...(customer_data.length > 0 ? { customer_data: [...customer_data] } : {})
    };
  },
  fromRequest: (part) => ({
    customer: customerTexts(part.customer),
    received_on: part.received_on ?? '',
    item_condition: part.item_condition ?? '',
    customer_data: part.customer_data ?? []
  })
};

/** A customer as the form shows them. */
export const customerTexts = (
  customer: { readonly name: string; readonly address?: string | null | undefined } | null | undefined
): ItemFields['customer'] => ({ name: customer?.name ?? '', address: customer?.address ?? '' });
