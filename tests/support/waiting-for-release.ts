/** Over the wire: a calibration by the technician whose certificate waits for the laboratory's founder. */
import { expect } from 'vitest';
import { calibrationBody, type Laboratory } from './laboratory.ts';

type Given = Pick<Laboratory, 'admin' | 'technician'> &
  Readonly<Record<'organization' | 'asset' | 'reference', { readonly id: string }>>;

/** @returns its id */
export async function waitingForRelease(laboratory: Given, given?: object): Promise<string> {
  const { admin, technician, organization } = laboratory;
  const { body: me } = await admin<{ id: string }>('GET', '/users/me');
  const put = async (path: string, body: object) => expect((await admin('PUT', path, body)).status, path).toBe(200);
  await put(`/organizations/${organization.id}/members/${me.id}`, { may_release: true });
  await put(`/organizations/${organization.id}`, { release: 'second_person' });
  const { status, body } = await technician<{ id: string }>(
    'POST',
    '/calibrations',
    given ?? (await calibrationBody(laboratory))
  );
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(201);
  await put(`/organizations/${organization.id}`, { release: 'automatic' });
  return body.id;
}

/** The same, returned to the technician. */
export async function returnedToTechnician(laboratory: Given): Promise<string> {
  const id = await waitingForRelease(laboratory);
  const { status } = await laboratory.admin('POST', `/calibrations/${id}/return`, { reason: 'Point 3 is far off' });
  expect(status).toBe(200);
  return id;
}
