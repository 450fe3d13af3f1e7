/** What digital certificates say beside the words of the printed ones. */
import type { Language } from '#lib/contracts/primitives.ts';

const english = {
  temperature: 'Ambient temperature',
  humidity: 'Relative humidity of the ambient air',
  pressure: 'Air pressure',
  environment_unknown: 'The ambient conditions are not recorded.',
  before: 'Before adjustment',
  after: 'After adjustment',
  tolerance_lower: 'Lower tolerance limit',
  tolerance_upper: 'Upper tolerance limit',
  acceptance_lower: 'Lower acceptance limit',
  acceptance_upper: 'Upper acceptance limit',
  direction: 'Direction of approach',
  coverage_factor: 'Coverage factor',
  uncertainty_method: 'Expanded uncertainty of measurement',
  error_after: 'Error after correction',
  coefficients: 'Coefficients',
  own_unit: 'Unit as stated by the laboratory; the International System of Units has no name for it: {unit}',
  no_unit: 'No unit is recorded.',
  knots: 'Indications of the coefficients',
  stated_uncertainty: 'Standard uncertainty of the indication',
  model: 'Model',
  center: 'Centre of the scaled variable',
  scale: 'Scale of the scaled variable',
  dcc_place: 'Place of calibration',
  numerator: 'Number of numerator coefficients',
  expression: 'Expression'
};
export type DccWords = Readonly<Record<keyof typeof english, string>>;

const german: DccWords = {
  temperature: 'Umgebungstemperatur',
  humidity: 'Relative Feuchte der Umgebungsluft',
  pressure: 'Luftdruck',
  environment_unknown: 'Die Umgebungsbedingungen sind nicht aufgezeichnet.',
  before: 'Vor der Justierung',
  after: 'Nach der Justierung',
  tolerance_lower: 'Untere Toleranzgrenze',
  tolerance_upper: 'Obere Toleranzgrenze',
  acceptance_lower: 'Untere Annahmegrenze',
  acceptance_upper: 'Obere Annahmegrenze',
  direction: 'Richtung der Annäherung',
  coverage_factor: 'Erweiterungsfaktor',
  uncertainty_method: 'Erweiterte Messunsicherheit',
  error_after: 'Abweichung nach Korrektur',
  coefficients: 'Koeffizienten',
  own_unit: 'Einheit nach Angabe des Labors; das Internationale Einheitensystem hat keinen Namen dafür: {unit}',
  no_unit: 'Es ist keine Einheit aufgezeichnet.',
  knots: 'Anzeigen zu den Koeffizienten',
  stated_uncertainty: 'Standardunsicherheit der Anzeige',
  model: 'Modell',
  center: 'Mitte der skalierten Variablen',
  scale: 'Skala der skalierten Variablen',
  dcc_place: 'Ort der Kalibrierung',
  numerator: 'Anzahl der Koeffizienten im Zähler',
  expression: 'Ausdruck'
};

const french: DccWords = {
  temperature: 'Température ambiante',
  humidity: 'Humidité relative de l’air ambiant',
  pressure: 'Pression atmosphérique',
  environment_unknown: 'Les conditions ambiantes ne sont pas enregistrées.',
  before: 'Avant ajustage',
  after: 'Après ajustage',
  tolerance_lower: 'Limite inférieure de tolérance',
  tolerance_upper: 'Limite supérieure de tolérance',
  acceptance_lower: 'Limite inférieure d’acceptation',
  acceptance_upper: 'Limite supérieure d’acceptation',
  direction: 'Sens d’approche',
  coverage_factor: 'Facteur d’élargissement',
  uncertainty_method: 'Incertitude de mesure élargie',
  error_after: 'Erreur après correction',
  coefficients: 'Coefficients',
  own_unit: 'Unité indiquée par le laboratoire ; le Système international d’unités ne la nomme pas : {unit}',
  no_unit: 'Aucune unité n’est enregistrée.',
  knots: 'Indications des coefficients',
  stated_uncertainty: 'Incertitude-type de l’indication',
  model: 'Modèle',
  center: 'Centre de la variable réduite',
  scale: 'Échelle de la variable réduite',
  dcc_place: 'Lieu de l’étalonnage',
  numerator: 'Nombre de coefficients du numérateur',
  expression: 'Expression'
};

const spanish: DccWords = {
  temperature: 'Temperatura ambiente',
  humidity: 'Humedad relativa del aire ambiente',
  pressure: 'Presión atmosférica',
  environment_unknown: 'Las condiciones ambientales no están registradas.',
  before: 'Antes del ajuste',
  after: 'Tras el ajuste',
  tolerance_lower: 'Límite inferior de tolerancia',
  tolerance_upper: 'Límite superior de tolerancia',
  acceptance_lower: 'Límite inferior de aceptación',
  acceptance_upper: 'Límite superior de aceptación',
  direction: 'Sentido de aproximación',
  coverage_factor: 'Factor de cobertura',
  uncertainty_method: 'Incertidumbre expandida de medida',
  error_after: 'Error tras la corrección',
  coefficients: 'Coeficientes',
  own_unit:
    'Unidad indicada por el laboratorio; el Sistema Internacional de Unidades no tiene nombre para ella: {unit}',
  no_unit: 'No hay ninguna unidad registrada.',
  knots: 'Indicaciones de los coeficientes',
  stated_uncertainty: 'Incertidumbre típica de la indicación',
  model: 'Modelo',
  center: 'Centro de la variable escalada',
  scale: 'Escala de la variable escalada',
  dcc_place: 'Lugar de calibración',
  numerator: 'Número de coeficientes del numerador',
  expression: 'Expresión'
};

const WORDS: Readonly<Record<Language, DccWords>> = { en: english, de: german, fr: french, es: spanish };
export const dccWords = (language: Language): DccWords => WORDS[language];
