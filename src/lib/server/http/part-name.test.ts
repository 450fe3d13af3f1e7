import { expect, test } from 'vitest';
import { partName } from './part-name.ts';

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
  expect(partName(headers)).toBe(name);
});
