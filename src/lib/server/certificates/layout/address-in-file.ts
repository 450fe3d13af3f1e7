/**
 * An address as it stands in a PDF, where it leads to the same place: a signature is found by this word, which stands in no other
 * text of the file as it is.
 */
export const addressInFile = (address: string): string => address.replaceAll('/ByteRange', '/%42yteRange');
