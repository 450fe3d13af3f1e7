/**
 * Where whoever holds a certificate asks for its state: the address in its code and on every page.
 * @param token known only to those who were given the certificate or may read its calibration
 */
export const verifyAddress = (origin: string, token: string): string => `${origin}/verify/${token}`;
