import { Client, S3Error } from 'minio';
import { assertKey, contentDisposition, type ObjectStore } from './object-store.ts';

export type S3StoreOptions = {
  readonly endpoint: string;
  /** The address of the service for browsers, if it differs from this process's: signed URLs use it. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly now: () => Date;
};

/** Objects in a bucket of any S3 service, addressed by path (as every S3 implementation understands). */
export function s3Store(options: S3StoreOptions): ObjectStore {
  const { endpoint, publicEndpoint = endpoint, bucket, now } = options;
  const client = clientFor(endpoint, options);
  const signer = clientFor(publicEndpoint, options);
  const head = async (key: string) => {
    assertKey(key);
    const found = await client.statObject(bucket, key).catch(absent);
    return found === null ? null : { size: found.size };
  };
  return {
    kind: 's3',
    head,
    async put(key, body, { contentType }) {
      assertKey(key);
      await client.putObject(bucket, key, Buffer.from(body.buffer, body.byteOffset, body.byteLength), body.length, {
        'Content-Type': contentType
      });
    },
    async putFile(key, path, { contentType }) {
      assertKey(key);
      await client.fPutObject(bucket, key, path, { 'Content-Type': contentType });
    },
    async get(key) {
      const found = await head(key);
      const stream = found && (await client.getObject(bucket, key).catch(absent));
      return found && stream ? { size: found.size, stream } : null;
    },
    async presign(key, { expiresIn, filename, contentType }) {
      assertKey(key);
      const start = new Date(Math.floor(now().getTime() / 1000) * 1000);
      const headers = {
        'response-content-disposition': contentDisposition(filename),
        'response-content-type': contentType
      };
      const signed = await signer.presignedGetObject(bucket, key, expiresIn, headers, start);
      return { url: signed, expiresAt: new Date(start.getTime() + expiresIn * 1000) };
    },
    async delete(key) {
      assertKey(key);
      await client.removeObject(bucket, key).catch(absent);
    },
    async *list(prefix, before) {
      const found = client.listObjectsV2(bucket, prefix, true) as AsyncIterable<{ name?: string; lastModified?: Date }>;
      for await (const { name, lastModified } of found) {
        if (name !== undefined && lastModified !== undefined && lastModified < before) yield name;
      }
    },
    // An object comes in one request: whole, or not at all.
    removeUnfinished: () => Promise.resolve(0),
    async check() {
      if (!(await client.bucketExists(bucket))) throw new Error(`The bucket ${bucket} does not exist at ${endpoint}`);
    }
  };
}

function clientFor(endpoint: string, { region, accessKey, secretKey }: S3StoreOptions): Client {
  const url = new URL(endpoint);
  return new Client({
    endPoint: url.hostname,
    useSSL: url.protocol === 'https:',
    ...(url.port !== '' && { port: Number(url.port) }),
    region,
    accessKey,
    secretKey,
    pathStyle: true
  });
}

/** HEAD answers carry no body, so there the code is the bare "NotFound". */
function absent(error: unknown): null {
  if (error instanceof S3Error && (error.code === 'NoSuchKey' || error.code === 'NotFound')) return null;
  throw error;
}
