import type { Language } from '#lib/contracts/primitives.ts';
import type { SheetField } from '#lib/records/sheet-fields.ts';
import type { Cell } from './cell.ts';

/** What a template says of a column, and what its example has there. */
type Column = readonly [field: SheetField, hint: string, example: Cell];
type TemplateWords = {
  /** Name of the sheet, and of the file. */
  readonly sheet: string;
  readonly columns: readonly Column[];
};

/**
 * The lines above and below the headings of a template. The name of the example says that it is not imported: by it and by its
 * identifier an import knows it (`isExample`).
 */
export const TEMPLATE_WORDS: Readonly<Record<Language, TemplateWords>> = {
  en: {
    sheet: 'Assets',
    columns: [
      ['asset_id', 'Required. Letters, digits, “.”, “_” and “-”; up to 64 characters', 'EXAMPLE-001'],
      ['name', 'Required', 'Example: temperature transmitter (this row is not imported)'],
      ['manufacturer', 'Any text', 'Acme'],
      ['model', 'Any text', 'TT-200'],
      ['serial_number', 'Any text', '48213-7'],
      ['category', 'Any text', 'Temperature'],
      ['location', 'Path from the outside in: site / building / room. Missing locations are created', 'Main site / Hall 3 / Oven 2'],
      ['procedure', 'Code of an existing procedure', ''],
      ['interval', 'With unit: 12 months, 1 year, 365 days', '12 months'],
      ['last_calibrated', 'Day, for example 2026-03-02', '2026-03-02'],
      ['certificate_number', 'Of the last calibration', 'C-2026-0815'],
      ['laboratory', 'Who carried out the last calibration', 'Calibration Laboratory North'],
      ['due_date', 'Day after the last calibration. Empty: from the interval', '2027-03-02'],
      ['range', 'Both ends: 0…100', '0…120'],
      ['unit', 'Unit of range, resolution and tolerance: °C, mm, bar, V …', '°C'],
      ['resolution', 'Number greater than zero', 0.1],
      ['tolerance', '±0.2, ±0.5 % (of reading), ±1 % FS, 0.1 + 0.05 %', '±0.5 % FS'],
      ['tags', 'Separated by commas', 'production, critical']
    ]
  },
  de: {
    sheet: 'Prüfmittel',
    columns: [
      ['asset_id', 'Erforderlich. Buchstaben, Ziffern, „.“, „_“ und „-“; höchstens 64 Zeichen', 'BEISPIEL-001'],
      ['name', 'Erforderlich', 'Beispiel: Temperatur-Messumformer (diese Zeile wird nicht importiert)'],
      ['manufacturer', 'Beliebiger Text', 'Acme'],
      ['model', 'Beliebiger Text', 'TT-200'],
      ['serial_number', 'Beliebiger Text', '48213-7'],
      ['category', 'Beliebiger Text', 'Temperatur'],
      ['location', 'Pfad von außen nach innen: Werk / Gebäude / Raum. Fehlende Standorte werden angelegt', 'Stammwerk / Halle 3 / Ofen 2'],
      ['procedure', 'Code eines vorhandenen Verfahrens', ''],
      ['interval', 'Mit Einheit: 12 Monate, 1 Jahr, 365 Tage', '12 Monate'],
      ['last_calibrated', 'Tag, zum Beispiel 02.03.2026 oder 2026-03-02', '2026-03-02'],
      ['certificate_number', 'Der letzten Kalibrierung', 'C-2026-0815'],
      ['laboratory', 'Wer die letzte Kalibrierung durchgeführt hat', 'Kalibrierlabor Nord'],
      ['due_date', 'Tag nach der letzten Kalibrierung. Leer: aus dem Intervall', '2027-03-02'],
      ['range', 'Beide Enden: 0…100', '0…120'],
      ['unit', 'Einheit von Messbereich, Auflösung und Toleranz: °C, mm, bar, V …', '°C'],
      ['resolution', 'Zahl größer als null', 0.1],
      ['tolerance', '±0,2, ±0,5 % (vom Messwert), ±1 % FS, 0,1 + 0,05 %', '±0,5 % FS'],
      ['tags', 'Durch Kommas getrennt', 'Fertigung, kritisch']
    ]
  },
  fr: {
    sheet: 'Instruments',
    columns: [
      ['asset_id', 'Obligatoire. Lettres, chiffres, « . », « _ » et « - » ; 64 caractères au plus', 'EXEMPLE-001'],
      ['name', 'Obligatoire', 'Exemple : transmetteur de température (cette ligne n’est pas importée)'],
      ['manufacturer', 'Texte libre', 'Acme'],
      ['model', 'Texte libre', 'TT-200'],
      ['serial_number', 'Texte libre', '48213-7'],
      ['category', 'Texte libre', 'Température'],
      ['location', 'Chemin, du plus grand au plus petit : site / bâtiment / salle. Ceux qui manquent sont créés', 'Site principal / Hall 3 / Four 2'],
      ['procedure', 'Code d’une procédure existante', ''],
      ['interval', 'Avec son unité : 12 mois, 1 an, 365 jours', '12 mois'],
      ['last_calibrated', 'Date, par exemple 02/03/2026 ou 2026-03-02', '2026-03-02'],
      ['certificate_number', 'Celui du dernier étalonnage', 'C-2026-0815'],
      ['laboratory', 'Qui a effectué le dernier étalonnage', 'Laboratoire d’étalonnage du Nord'],
      ['due_date', 'Date postérieure au dernier étalonnage. Vide : d’après la périodicité', '2027-03-02'],
      ['range', 'Les deux bornes : 0…100', '0…120'],
      ['unit', 'Unité de l’étendue, de la résolution et de la tolérance : °C, mm, bar, V …', '°C'],
      ['resolution', 'Nombre supérieur à zéro', 0.1],
      ['tolerance', '±0,2, ±0,5 % (de la lecture), ±1 % FS, 0,1 + 0,05 %', '±0,5 % FS'],
      ['tags', 'Séparés par des virgules', 'production, critique']
    ]
  },
  es: {
    sheet: 'Instrumentos',
    columns: [
      ['asset_id', 'Obligatorio. Letras, cifras, «.», «_» y «-»; 64 caracteres como máximo', 'EJEMPLO-001'],
      ['name', 'Obligatorio', 'Ejemplo: transmisor de temperatura (esta fila no se importa)'],
      ['manufacturer', 'Texto libre', 'Acme'],
      ['model', 'Texto libre', 'TT-200'],
      ['serial_number', 'Texto libre', '48213-7'],
      ['category', 'Texto libre', 'Temperatura'],
      ['location', 'Ruta de fuera hacia dentro: planta / edificio / sala. Las que faltan se crean', 'Planta principal / Nave 3 / Horno 2'],
      ['procedure', 'Código de un procedimiento existente', ''],
      ['interval', 'Con unidad: 12 meses, 1 año, 365 días', '12 meses'],
      ['last_calibrated', 'Fecha, por ejemplo 02/03/2026 o 2026-03-02', '2026-03-02'],
      ['certificate_number', 'De la última calibración', 'C-2026-0815'],
      ['laboratory', 'Quién realizó la última calibración', 'Laboratorio de Calibración Norte'],
      ['due_date', 'Fecha posterior a la última calibración. Vacía: según el intervalo', '2027-03-02'],
      ['range', 'Ambos extremos: 0…100', '0…120'],
      ['unit', 'Unidad del intervalo de medida, la resolución y la tolerancia: °C, mm, bar, V …', '°C'],
      ['resolution', 'Número mayor que cero', 0.1],
      ['tolerance', '±0,2, ±0,5 % (de la lectura), ±1 % FS, 0,1 + 0,05 %', '±0,5 % FS'],
      ['tags', 'Separadas por comas', 'producción, crítico']
    ]
  }
}; // prettier-ignore
