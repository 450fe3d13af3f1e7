import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteProfilePicture, putProfilePicture } from '#lib/server/use-cases/people/profile-picture.ts';

export const PUT = endpoint('putProfilePicture', ({ services, actor, upload }) =>
  putProfilePicture(services, actor, upload)
);

export const DELETE = endpoint('deleteProfilePicture', ({ services, actor }) => deleteProfilePicture(services, actor));
