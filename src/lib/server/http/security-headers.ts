/**
 * Headers of all responses, including static files and refusals; pages add their own Content-Security-Policy, which
 * then replaces the one set here (svelte.config.js).
 * @param origin where people reach the service; HSTS is set if it is https.
 */
export function securityHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': "frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    // The camera reads stickers; no other device access is needed.
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' })
  };
}
