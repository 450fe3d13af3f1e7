import { expect, test } from 'vitest';
import { partNames } from './part-name.ts';

test.each([
  ['as browsers send it', 'Content-Disposition: form-data; name="file"; filename="a.xml"', 'file'],
  ['without quotation marks', 'content-disposition:form-data;name=file ; filename=a.xml', 'file'],
  ['after the name of the file', 'Content-Disposition: form-data; filename="x; name=other"; name="file"', 'file'],
  [
    'not out of the name of the file',
    'Content-Disposition: form-data; filename="x; name=file;"; name="other"',
    'other'
  ],
  [
    'not out of a name with quotation marks',
    String.raw`Content-Disposition: form-data; filename="x\"; name=\"file\""; name="other"`,
    'other'
  ],
  [
    'beside a name of the file in UTF-8',
    "Content-Disposition: form-data; filename*=UTF-8''na%20me; filename=ü; name=file",
    'file'
  ],
  [
    'although a type before it has one',
    'Content-Type: text/xml; name="cert"\r\nContent-Disposition: a; name=file',
    'file'
  ],
  [
    'although a type after it has one',
    'Content-Disposition: a; name=file\r\nContent-Type: text/xml; name="cert"',
    'file'
  ],
  ['none of a type alone', 'Content-Type: text/xml; name="file"', ''],
  ['none of another header', 'X-Content-Disposition: a; name="file"', ''],
  ['none where quotation marks do not end', 'Content-Disposition: form-data; filename="x; name=file', ''],
  ['none of a file alone', 'Content-Disposition: form-data; filename=name', '']
])('the name of a part is read: %s', (_, headers, name) => {
  expect(partNames(headers).name).toBe(name);
});

test.each([
  ['as browsers escape it', 'Content-Disposition: form-data; name="file"; filename="a %22b%22 ü%.pdf"', 'a "b" ü%.pdf'],
  [
    'as others escape it',
    String.raw`Content-Disposition: form-data; name="file"; filename="a \"b\\\".pdf"`,
    'a "b\\".pdf'
  ],
  ['with a folder', String.raw`Content-Disposition: form-data; filename="C:\x.pdf"; name="file"`, String.raw`C:\x.pdf`],
  ['empty', 'Content-Disposition: form-data; name="file"; filename=""', ''],
  ['none', 'Content-Disposition: form-data; name="file"', null],
  ['none of another header', 'Content-Type: text/xml; filename="a"\r\nContent-Disposition: a; name=file', null]
])('the name of a file is read: %s', (_, headers, name) => {
  expect(partNames(headers).fileName).toBe(name);
});
