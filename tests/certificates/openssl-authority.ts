/** A certification authority run by openssl: what it signs, revokes and answers is somebody else's work, not ours. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './outside-validators.ts';

const CONFIGURATION = `
[ca]
default_ca = this
[this]
dir = ./
database = ./index.txt
serial = ./serial
crlnumber = ./crlnumber
new_certs_dir = ./
default_md = sha256
default_days = 700
default_crl_days = 30
policy = any
unique_subject = no
copy_extensions = none
[any]
commonName = supplied
[req]
distinguished_name = name
prompt = no
[name]
CN = unnamed
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[middle]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

export type Authority = {
  readonly path: (name: string) => string;
  readonly read: (name: string) => Promise<Buffer>;
  /** Runs openssl in the folder. @throws with what it says */
  readonly openssl: (...args: readonly string[]) => Promise<string>;
  /** `{name}.key` and `{name}.pem`, issued by `issuer` (null: by itself) with these extensions. */
  readonly issue: (name: string, options: IssueOptions) => Promise<void>;
  readonly stop: () => Promise<void>;
};
type IssueOptions = {
  readonly issuer: string | null;
  readonly extensions: string;
  readonly key?: readonly string[];
  readonly dates?: readonly [from: string, to: string];
  readonly digest?: string;
};

export const SIGNING = 'basicConstraints = critical, CA:FALSE\nkeyUsage = critical, digitalSignature, nonRepudiation';

/** With a root (`root`) and an authority below it (`middle`). */
export async function startAuthority({ dates }: Pick<IssueOptions, 'dates'> = {}): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-ca-'));
  const path = (name: string) => join(folder, name);
  await writeFile(path('ca.cnf'), CONFIGURATION.replaceAll('./', `${folder}/`));
  for (const [name, text] of [
    ['index.txt', ''],
    ['serial', '1000'],
    ['crlnumber', '01']
  ] as const)
    await writeFile(path(name), text);
  const openssl = async (...args: readonly string[]) => {
    const { code, output } = await run('openssl', args);
    if (code !== 0) throw new Error(`openssl ${args.join(' ')}: ${output}`);
    return output;
  };
  const issue = async (name: string, { issuer, extensions, key, dates: valid, digest = 'sha256' }: IssueOptions) => {
    await writeFile(path(`${name}.ext`), `${extensions}\n`);
    const request = ['-subj', `/CN=${name}`, '-config', path('ca.cnf'), '-out', path(`${name}.csr`)];
    await openssl(
      'genpkey',
      ...(key ?? ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']),
      '-out',
      path(`${name}.key`)
    );
    await openssl('req', '-new', '-key', path(`${name}.key`), ...request);
    await openssl(
      ...[
        'ca',
        '-batch',
        '-notext',
        '-config',
        path('ca.cnf'),
        '-in',
        path(`${name}.csr`),
        '-out',
        path(`${name}.pem`)
      ],
      ...['-extfile', path(`${name}.ext`), '-md', digest],
      ...(issuer === null
        ? ['-selfsign', '-keyfile', path(`${name}.key`)]
        : ['-cert', path(`${issuer}.pem`), '-keyfile', path(`${issuer}.key`)]),
      ...(valid ? ['-startdate', valid[0], '-enddate', valid[1]] : [])
    );
  };
  const section = (name: string) => new RegExp(`\\[${name}\\]\\n([^[]+)`, 'u').exec(CONFIGURATION)?.[1]?.trim() ?? '';
  await issue('root', {
    issuer: null,
    extensions: section('root').replace(/^authority.*$/mu, ''),
    ...(dates && { dates })
  });
  await issue('middle', { issuer: 'root', extensions: section('middle'), ...(dates && { dates }) });
  return {
    path,
    read: (name) => readFile(path(name)),
    openssl,
    issue,
    stop: () => rm(folder, { recursive: true, force: true })
  };
}
