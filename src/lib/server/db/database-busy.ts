/** No connection could be had in time: nothing was asked of the database. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}
