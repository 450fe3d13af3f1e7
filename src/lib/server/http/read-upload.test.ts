import { describe, expect, test } from 'vitest';
import { readUpload } from './read-upload.ts';

const LIMIT = 1000;
const TAKEN = { upload: ['application/xml'], uploadForm: true } as const;
const FILE = 'Content-Disposition: form-data; name="file"; filename="x.xml"';

const sent = (body: BodyInit, type?: string) =>
  new Request('http://localhost', { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
const read = async (request: Request, taken: Parameters<typeof readUpload>[1] = TAKEN) =>
  Buffer.from((await readUpload(request, taken, LIMIT)).bytes).toString();
const form = (...parts: readonly string[]) =>
  sent(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`, 'multipart/form-data; boundary=b');
const withFile = (contents: string, name = 'file') => {
  const data = new FormData();
  data.set(name, new File([contents], 'x.xml', { type: 'text/xml' }));
  return data;
};

describe('a file is read', () => {
  test.each([
    ['as it is', () => sent('<a/>', 'application/xml; charset=utf-8')],
    ['from the form of a browser', () => sent(withFile('<a/>'))],
    ['from a form without a file name', () => form('Content-Disposition: form-data; name="file"\r\n\r\n<a/>')],
    [
      'from a form whose types and file names have a name of their own',
      () =>
        form(
          'Content-Type: text/xml; name="cert"\r\nContent-Disposition: form-data; filename="x; name=y"; name="file"\r\n\r\n<a/>'
        )
    ],
    [
      'from a form with text around it',
      () => sent(`Hello\r\n--b\r\n${FILE}\r\n\r\n<a/>\r\n--b--\r\n\r\nBye\r\n\r\n`, 'multipart/form-data; boundary="b"')
    ]
  ])('%s', async (_, request) => {
    expect(await read(request())).toBe('<a/>');
  });

  test('whatever is in it, also what looks like a boundary', async () => {
    const contents = '--b\r\n\r\n--b--\r\n\0\r\n--';
    expect(await read(sent(withFile(contents)))).toBe(contents);
  });

  test('as large as the limit, which counts nothing but the file', async () => {
    expect(await read(sent(withFile('x'.repeat(LIMIT))))).toHaveLength(LIMIT);
    await expect(read(sent(withFile('x'.repeat(LIMIT + 1))))).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('refused is', () => {
  test.each([
    ['a form without a part', 'bad_request', () => form()],
    ['a form with a file of another name', 'bad_request', () => sent(withFile('<a/>', 'xml'))],
    ['a form with two files', 'bad_request', () => form(`${FILE}\r\n\r\n<a/>`, `${FILE}\r\n\r\n<b/>`)],
    [
      'a form with a part whose file name looks like that of the file',
      'bad_request',
      () => form('Content-Disposition: form-data; filename="x; name=file;"; name="other"\r\n\r\n<a/>')
    ],
    [
      'a form with another part',
      'bad_request',
      () => form(`${FILE}\r\n\r\n<a/>`, 'Content-Disposition: form-data; name="language"\r\n\r\nde')
    ],
    [
      'a form that is not closed',
      'bad_request',
      () => sent(`--b\r\n${FILE}\r\n\r\n<a/>`, 'multipart/form-data; boundary=b')
    ],
    ['a form whose headers do not end', 'bad_request', () => form(`X: ${'x'.repeat(20_000)}`)],
    ['a form of which there is no boundary', 'wrong_type', () => sent('<a/>', 'multipart/form-data')],
    [
      'a form with more around the file than a form needs',
      'too_large',
      () => sent(`${'x'.repeat(40_000)}\r\n--b\r\n${FILE}\r\n\r\n<a/>\r\n--b--`, 'multipart/form-data; boundary=b')
    ],
    ['another type', 'wrong_type', () => sent('<a/>', 'text/html')]
  ])('%s', async (_, code, request) => {
    await expect(read(request())).rejects.toMatchObject({ name: 'Refusal', code });
  });

  test('a form, where the operation takes the file alone', async () => {
    const refused = read(sent(withFile('<a/>')), { upload: ['application/xml'] });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_type' });
  });
});
