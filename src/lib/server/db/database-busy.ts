/** No connection was available in time: no statement was sent to the database. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}
