/** The people of the demonstration laboratory. */
export const DEMONSTRATION_MANAGER = { name: 'manager', full_name: 'A. Lindqvist', role: 'admin' } as const;
export const DEMONSTRATION_STAFF = [
  { name: 'okafor', full_name: 'M. Okafor', role: 'technician' },
  { name: 'brandt', full_name: 'L. Brandt', role: 'technician' },
  { name: 'visitor', full_name: 'R. Visitor', role: 'viewer' }
] as const;

/** Its profile, without its name. */
export const DEMONSTRATION_PROFILE = {
  address: '14 Quay Street, Northfield NF2 7QD',
  email: 'office@northfield.example',
  website: 'northfield.example'
} as const;
