/** The word of a job by its name in the queue; all that notify people have one. */
export const jobWord = (name: string): string => `admin.jobs.name.${name.startsWith('notify_') ? 'notify' : name}`;
