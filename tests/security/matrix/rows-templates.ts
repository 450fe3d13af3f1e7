/** The rows of certificate templates. */
import { createTemplate } from '#lib/server/use-cases/certificate-templates/create-template.ts';
import { smallTemplate } from '../../support/certificate-template.ts';
import { freshCalibration, unique, type Row } from './rows.ts';
import { anyUser, atLeastTechnician, managers, readers } from './rules.ts';
import type { Place, World } from './world.ts';

async function freshTemplate({ services, boss }: World, { id }: Place): Promise<string> {
  const body = { name: unique(), organization_id: id, source: smallTemplate() };
  return (await createTemplate(services, boss, body)).id;
}

export const templateRows: Readonly<Record<string, Row>> = {
  listCertificateTemplates: { rule: anyUser(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  createCertificateTemplate: {
    rule: managers(201),
    ask: (_world, { id }) => ({ body: { name: unique(), organization_id: id, source: smallTemplate() } })
  },
  getCertificateTemplate: {
    rule: readers(200),
    ask: async (world, place) => ({ params: { id: await freshTemplate(world, place) } })
  },
  updateCertificateTemplate: {
    rule: managers(200),
    ask: async (world, place) => ({ params: { id: await freshTemplate(world, place) }, body: { name: unique() } })
  },
  deleteCertificateTemplate: {
    rule: managers(204),
    ask: async (world, place) => ({ params: { id: await freshTemplate(world, place) } })
  },
  previewCertificateTemplate: {
    rule: atLeastTechnician(200),
    ask: () => ({ body: { source: smallTemplate() } }),
    once: true
  },
  listTemplateValues: { rule: anyUser(200), ask: () => ({}), once: true },
  listTemplatesOfCalibration: {
    rule: readers(200),
    ask: async (world, place) => ({ params: { id: await freshCalibration(world, place) } })
  }
};
