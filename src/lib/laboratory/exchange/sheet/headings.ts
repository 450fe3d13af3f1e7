import type { Language } from '#lib/contracts/primitives.ts';
import type { SheetField } from '#lib/records/sheet-fields.ts';

/** The columns of a template, with their headings in each language. */
export const TEMPLATE: Readonly<Record<Language, readonly (readonly [SheetField, string])[]>> = {
  en: [
    ['asset_id', 'ID'], ['name', 'Name'], ['manufacturer', 'Manufacturer'], ['model', 'Model'],
    ['serial_number', 'Serial number'], ['category', 'Category'], ['location', 'Location'],
    ['procedure', 'Procedure code'], ['interval', 'Interval'], ['last_calibrated', 'Last calibrated'],
    ['certificate_number', 'Certificate number'], ['laboratory', 'Laboratory'], ['due_date', 'Due date'],
    ['range', 'Range'], ['unit', 'Unit'], ['resolution', 'Resolution'], ['tolerance', 'Tolerance'], ['tags', 'Tags']
  ],
  de: [
    ['asset_id', 'Kennung'], ['name', 'Bezeichnung'], ['manufacturer', 'Hersteller'], ['model', 'Modell'],
    ['serial_number', 'Seriennummer'], ['category', 'Kategorie'], ['location', 'Standort'],
    ['procedure', 'Verfahrenscode'], ['interval', 'Intervall'], ['last_calibrated', 'Zuletzt kalibriert'],
    ['certificate_number', 'Nummer des Kalibrierscheins'], ['laboratory', 'Labor'], ['due_date', 'Fällig am'],
    ['range', 'Messbereich'], ['unit', 'Einheit'], ['resolution', 'Auflösung'], ['tolerance', 'Toleranz'],
    ['tags', 'Schlagwörter']
  ],
  fr: [
    ['asset_id', 'Identifiant'], ['name', 'Désignation'], ['manufacturer', 'Fabricant'], ['model', 'Modèle'],
    ['serial_number', 'Numéro de série'], ['category', 'Catégorie'], ['location', 'Site'],
    ['procedure', 'Code de procédure'], ['interval', 'Périodicité'], ['last_calibrated', 'Dernier étalonnage'],
    ['certificate_number', 'Numéro de certificat'], ['laboratory', 'Laboratoire'], ['due_date', 'Échéance'],
    ['range', 'Étendue de mesure'], ['unit', 'Unité'], ['resolution', 'Résolution'], ['tolerance', 'Tolérance'],
    ['tags', 'Mots-clés']
  ],
  es: [
    ['asset_id', 'Identificador'], ['name', 'Denominación'], ['manufacturer', 'Fabricante'], ['model', 'Modelo'],
    ['serial_number', 'Número de serie'], ['category', 'Categoría'], ['location', 'Ubicación'],
    ['procedure', 'Código de procedimiento'], ['interval', 'Intervalo'], ['last_calibrated', 'Última calibración'],
    ['certificate_number', 'Número de certificado'], ['laboratory', 'Laboratorio'], ['due_date', 'Vencimiento'],
    ['range', 'Intervalo de medida'], ['unit', 'Unidad'], ['resolution', 'Resolución'], ['tolerance', 'Tolerancia'],
    ['tags', 'Palabras clave']
  ]
}; // prettier-ignore

/** What a template calls a field; the field itself where it has no column there. */
export const templateHeading = (field: string, language: Language): string =>
  TEMPLATE[language].find(([one]) => one === field)?.[1] ?? field;

/** Other headings, as common systems and people write them; folded, see `guess-columns.ts`. The first of two columns with one meaning is used. */
export const OTHER_HEADINGS: Readonly<Record<SheetField, string>> = {
  asset_id:
    'asset id|kennung|asset|asset no|asset number|asset tag|tag no|tag number|barcode|gage id|gage no|gage number|gage sn|gauge id|gauge no|equipment id|equipment no|equipment number|equip id|instrument id|instrument no|instrument number|id no|id number|company id|control number|control no|inventory no|inventory number|inventarnummer|inventar nr|geratenummer|gerate nr|prufmittelnummer|prufmittel nr|pm nr|messmittelnummer|ident nr|identnummer|equipment nummer|code appareil|numero d inventaire|n inventaire|repere|code instrument|no appareil|codigo|codigo de equipo|codigo interno|n de inventario|numero de inventario|tag',
  name: 'asset name|instrument|instrument name|gage|gage name|gage description|gauge description|asset description|equipment|equipment name|equipment description|nomenclature|noun|item|item description|gerat|geratebezeichnung|benennung|prufmittel|messmittel|appareil|instrument de mesure|nom|libelle|equipo|instrumento|nombre|denominacion del equipo',
  description: 'description|notes|remarks|comments|beschreibung|bemerkung|bemerkungen|notiz|descripcion|observaciones|remarques|commentaire|commentaires',
  manufacturer: 'mfr|mfg|make|maker|vendor|manufacturer name|brand|fabrikat|marke|marque|constructeur|marca|fabricante',
  model: 'model no|model number|model name|mfr model|manufacturer model|type|model type|typ|modell typ|type modele|modele type|reference constructeur|tipo|modelo no',
  serial_number: 'serial no|serial|s n|sn|ser no|mfr serial no|manufacturer serial number|serien nr|seriennr|fabriknummer|fabrik nr|n de serie|no de serie|no serie|n serie|num serie|serie',
  category: 'asset type|gage type|gauge type|instrument type|equipment type|class|group|discipline|geratetyp|gerateart|art|gruppe|prufmittelart|famille|type d instrument|familia|grupo|tipo de equipo|categoria de equipo',
  location: 'current location|storage location|loc|department|area|room|site|plant|position|lagerort|abteilung|raum|ort|werk|emplacement|localisation|lieu|site local|service|localizacion|lugar|departamento|area de uso',
  procedure: 'procedure|procedure no|procedure number|cal procedure|calibration procedure|calibration procedure no|verfahren|kalibrierverfahren|kalibrieranweisung|prufanweisung|procedure d etalonnage|procedimiento|procedimiento de calibracion',
  quantity: 'quantity|parameter|measurand|measurement type|messgrosse|grosse|grandeur|grandeur mesuree|magnitud',
  range: 'measuring range|measurement range|range of measurement|capacity|meas range|bereich|messspanne|etendue|plage|plage de mesure|domaine de mesure|rango|rango de medida|rango de medicion|alcance|campo de medida',
  range_min: 'range min|range from|min|minimum|lower range|lower limit|low range|range low|messbereich von|von|messbereich min|etendue min|plage min|min etendue|rango min|rango desde|desde',
  range_max: 'range max|range to|max|maximum|upper range|upper limit|high range|range high|messbereich bis|bis|messbereich max|etendue max|plage max|rango max|rango hasta|hasta',
  unit: 'units|uom|unit of measure|unit of measurement|measuring unit|masseinheit|messeinheit|unite de mesure|unidad de medida|unidades',
  resolution: 'res|least count|graduation|readability|ziffernschritt|skalenteilung|teilung|ablesbarkeit|quotite|echelon|division|division de escala',
  tolerance: 'accuracy|tol|mpe|max permissible error|maximum permissible error|spec|specification|genauigkeit|fehlergrenze|fehlergrenzen|grenzabweichung|emt|erreur maximale toleree|precision|classe|exactitud|error maximo permitido',
  interval: 'calibration interval|cal interval|calibration frequency|cal frequency|cal freq|frequency|cycle|cal cycle|calibration cycle|interval value|kalibrierintervall|prufintervall|kalibrierzyklus|zyklus|frist|intervalle|frequence|periodicite d etalonnage|intervalle d etalonnage|periodicidad|frecuencia|frecuencia de calibracion|intervalo de calibracion',
  interval_days: 'interval days|interval in days|calibration interval days|frequency days|intervall tage|intervall in tagen|intervalle jours|intervalo dias',
  interval_months: 'interval months|interval in months|calibration interval months|frequency months|intervall monate|intervall in monaten|intervalle mois|intervalo meses',
  interval_years: 'interval years|interval in years|calibration interval years|frequency years|intervall jahre|intervall in jahren|intervalle annees|intervalo anos',
  interval_unit: 'interval unit|interval units|interval uom|frequency unit|frequency units|frequency uom|cal frequency uom|calibration frequency uom|intervalleinheit|einheit intervall|unite intervalle|unidad intervalo',
  last_calibrated: 'last cal|last cal date|last calibration|last calibration date|date calibrated|calibration date|cal date|date last calibrated|last done|last service date|letzte kalibrierung|kalibrierdatum|kalibriert am|letztes kalibrierdatum|letzte prufung|date d etalonnage|etalonne le|date dernier etalonnage|derniere date d etalonnage|fecha de calibracion|ultima fecha de calibracion|calibrado el|fecha ultima calibracion',
  due_date: 'due|due on|next due|next due date|next cal|next cal date|next calibration|next calibration date|calibration due|calibration due date|cal due|cal due date|date due|due date next|expiry date|nachste kalibrierung|fallig|falligkeit|falligkeitsdatum|nachster termin|nachstes kalibrierdatum|date d echeance|prochain etalonnage|date prochain etalonnage|proxima calibracion|fecha de vencimiento|fecha proxima calibracion|vence|vence el',
  certificate_number: 'certificate|certificate no|cert no|cert number|cert|cal cert no|calibration certificate|calibration certificate number|report no|report number|zertifikat|zertifikatsnummer|zertifikat nr|zertifikats nr|kalibrierschein|kalibrierschein nr|kalibrierscheinnummer|certificat|n de certificat|no certificat|certificado|n de certificado|no certificado',
  laboratory: 'lab|calibration lab|calibration laboratory|cal lab|calibrated by|cal vendor|calibration vendor|calibration provider|service provider|calibrator|cal source|kalibrierlabor|kalibriert von|kalibrierstelle|dienstleister|laboratoire d etalonnage|etalonne par|prestataire|laboratorio de calibracion|calibrado por|proveedor de calibracion',
  tags: 'keywords|labels|stichworter|etiquettes|etiquetas'
}; // prettier-ignore
