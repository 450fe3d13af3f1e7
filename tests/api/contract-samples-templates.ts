/** Samples of certificate templates (contract-samples.ts). */
import { smallTemplate } from '../support/certificate-template.ts';
import type { Laboratory } from '../support/laboratory.ts';
import { made, unique } from './contract-samples-records.ts';

const newTemplate = ({ admin, organization }: Laboratory) =>
  made(admin, '/certificate-templates', {
    name: unique('Template'),
    organization_id: organization.id,
    source: smallTemplate()
  });

export const templateSamples = {
  listCertificateTemplates: async (laboratory: Laboratory) => {
    await newTemplate(laboratory);
    return { status: 200, query: { organization_id: laboratory.organization.id, sort: '-name', q: 'Template' } };
  },
  createCertificateTemplate: ({ organization }: Laboratory) => ({
    status: 201,
    body: {
      name: unique('Template'),
      organization_id: organization.id,
      language: 'de',
      is_default: false,
      source: smallTemplate()
    }
  }),
  getCertificateTemplate: async (laboratory: Laboratory) => ({
    status: 200,
    params: { id: (await newTemplate(laboratory)).id }
  }),
  updateCertificateTemplate: async (laboratory: Laboratory) => ({
    status: 200,
    params: { id: (await newTemplate(laboratory)).id },
    body: { name: unique('Renamed') }
  }),
  deleteCertificateTemplate: async (laboratory: Laboratory) => ({
    status: 204,
    params: { id: (await newTemplate(laboratory)).id }
  }),
  previewCertificateTemplate: () => ({ status: 200, body: { source: smallTemplate(), language: 'fr' } }),
  listTemplateValues: () => ({ status: 200, query: { language: 'es' } })
};
