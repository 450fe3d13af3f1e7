import model from '#lib/i18n/fr/model.json' with { type: 'json' };
import type { CertificateLabels } from './certificate-labels.ts';

export const french: CertificateLabels = {
  certificate: 'Certificat',
  record: 'Constat',
  page: 'page {page} sur {pages}',
  title: 'Certificat d’étalonnage',
  external_title: 'Constat d’un étalonnage externe',
  external_data:
    '**Données d’un autre laboratoire\u00a0:** {laboratory}, certificat {number}. Ce document n’est pas un certificat d’étalonnage de {organization}.',
  not_recorded: 'non renseigné',
  no_address: 'Adresse du laboratoire non renseignée',
  copy: '**COPIE**, imprimée le {date}',
  voided: '**Annulé le {date}.** Ce certificat n’est plus valable.',
  voided_record: '**Annulé le {date}.** Ce constat n’est plus valable.',
  void_reason: 'Motif\u00a0: {reason}',
  replaces: 'Ce certificat remplace le certificat {number} (version {version}).',
  item: 'Objet',
  identification: 'Identification',
  serial_number: 'numéro de série {serial}',
  channel: 'Voie',
  range: 'Étendue',
  range_text: '{from} à {to}',
  quantity: 'Grandeur',
  condition: 'État',
  customer: 'Client',
  place: 'Lieu',
  received: 'Reçu le',
  calibration_date: 'Date d’étalonnage',
  issue_date: 'Date d’émission',
  procedure: 'Méthode',
  revision: 'révision {revision}',
  no_revision: 'révision non renseignée',
  environment: 'Environnement',
  external_laboratory: 'Étalonné par',
  external_certificate: 'Son certificat',
  external_accreditation: 'Son accréditation',
  results: 'Résultats',
  results_follow: 'Les résultats des {count} points figurent après la signature.',
  coefficients_only: 'L’étalonnage est consigné par sa courbe de correction\u202f; aucun point n’a été enregistré.',
  uncertainty_only:
    'Seule l’incertitude élargie est enregistrée ici\u202f; les résultats figurent dans le certificat de {laboratory}.',
  external_evaluated:
    'Les valeurs de référence et les lectures sont celles de {laboratory}\u202f; les calculs et l’évaluation de la conformité sont de {organization}.',
  before_adjustment: 'Avant ajustage',
  verification: 'Vérification après correction',
  verification_alone: 'Vérification',
  number: 'N°',
  reference: 'Référence',
  indication: 'Indication',
  as_found: 'Avant intervention',
  as_left: 'Après ajustage',
  after_correction: 'Après correction',
  error: 'Erreur',
  verdict: 'Verdict',
  verdicts: {
    pass: 'Conforme',
    conditional_pass: 'Conforme sous réserve',
    conditional_fail: 'Non conforme sous réserve',
    fail: 'Non conforme'
  },
  error_note: 'Erreur avant intervention *e* = *y* − *x*.',
  error_in_force_note: 'Erreur avant intervention *e* = *g*(*y*) − *x*, avec la correction *g* utilisée jusqu’ici.',
  corrected_error_note: 'Erreur après correction *a* = *f*(*y*) − *x*.',
  left_error_note: 'Erreur après ajustage *a* = *y* − *x*.',
  error_includes_reference:
    '*U* d’une erreur comprend l’incertitude de la valeur de référence de son point\u202f; l’incertitude élargie des valeurs corrigées ne la comprend pas.',
  found_coverage: '*U* avant intervention\u00a0: {coverage}.',
  corrected_coverage: '*U* après correction\u00a0: {coverage}.',
  left_coverage: '*U* après ajustage\u00a0: {coverage}.',
  tolerance_note: 'Tolérance {tolerance}.',
  specification: 'Spécification\u00a0: {specification}.',
  customer_data:
    'Fourni par le client\u202f; non vérifié par le laboratoire, cela peut affecter la validité des résultats.',
  of_reading: 'de la valeur de référence',
  of_span: 'de l’étendue',
  of_indication: 'de l’indication',
  of_value: 'de la valeur',
  hysteresis_note: 'Hystérésis (montée ↑ moins descente ↓) d’au plus {value}.',
  not_judged: 'Un tiret indique ce que ces points ne permettent pas de déterminer.',
  conformity: 'Conformité',
  points_conform: '{good} points conformes sur {all}',
  points_conform_one: '{good} point conforme sur {all}',
  decides: 'déterminant',
  no_tolerance: 'Aucune tolérance n’est indiquée\u202f; la conformité n’est pas déclarée.',
  expanded_uncertainty: 'Incertitude élargie',
  value_uncertainty: 'Incertitude élargie des valeurs corrigées',
  traceability: 'Traçabilité',
  reference_text: '{reference}, *U* = {uncertainty} (*k* = {k}).',
  reference_certificate: 'certificat {number}',
  reference_date: 'du {date}',
  calibrated_by: 'par {laboratory}',
  accreditation: '(accréditation {accreditation})',
  traceable: 'Par cet étalon, les résultats sont raccordés au Système international d’unités (SI).',
  not_traceable: 'Le raccordement au Système international d’unités n’est donc pas déclaré.',
  reference_overdue: 'Son étalonnage était à renouveler le {date}, avant cet étalonnage.',
  reference_voided: 'Son étalonnage a été annulé.',
  reference_unknown: 'Son laboratoire ou son certificat n’est pas renseigné.',
  traceable_external: 'Pour la traçabilité, voir le certificat du laboratoire qui a étalonné l’instrument.',
  no_reference: 'Aucun étalon de référence n’est renseigné.',
  correction_curve: 'Courbe de correction',
  error_curve: 'Erreurs d’indication',
  tolerance: 'tolérance {limits}',
  acceptance: 'acceptation {limits}',
  correction_series: '*f*(*y*) − *y*, bande ± *U*',
  band: 'bande ± *U*',
  indication_axis: 'indication',
  curve_domain: '*y* de {from} à {to}.',
  interpolated: '*f*(*y*)\u00a0: interpolation cubique monotone par {count} points',
  equation_with: 'avec',
  equation_below_zero: 'dernier terme au-dessous de 0 °C seulement',
  fit_text: '{model}, {method}.',
  fit_scatter_relative:
    'La dispersion des points vaut {s} fois leurs incertitudes indiquées, avec {nu} degrés de liberté.',
  fit_scatter_relative_one:
    'La dispersion des points vaut {s} fois leurs incertitudes indiquées, avec 1 degré de liberté.',
  fit_scatter: 'Écart-type résiduel {s} avec {nu} degrés de liberté.',
  fit_scatter_one: 'Écart-type résiduel {s} avec 1 degré de liberté.',
  models: model.printed,
  methods: {
    ols: 'moindres carrés',
    wls: 'moindres carrés pondérés',
    gdr: 'régression à erreurs sur les deux variables'
  },
  circles_correction: 'Cercles\u00a0: correction trouvée en chaque point.',
  circles_error: 'Cercles\u00a0: erreur en chaque point.',
  diamonds: 'Losanges\u00a0: points non conformes.',
  diamonds_found: 'Losanges\u00a0: points non conformes avant intervention.',
  shaded: 'Zone ombrée\u00a0: ± *U*.',
  coefficient: 'Coefficient',
  value: 'Valeur',
  standard_error: 'Incertitude-type',
  band_most: 'Entre les points, *U* vaut au plus {most}.',
  band_formula:
    'Pour une indication *y* de cette étendue, *U* ≤ *k* √(∑_{*i*, *j*} *V*_{*ij*} *y*^{*i* + *j*} + *u*_{0}²) avec *k* = {k}, *u*_{0} = {rest} et les covariances *V* des coefficients.',
  without_curve: 'sans l’incertitude de la courbe, qui n’est pas connue',
  band_unknown: 'Entre les points, l’incertitude de la courbe n’est pas connue.',
  budget: 'Bilan d’incertitude à {point}',
  source: 'Source',
  distribution: 'Loi',
  share: 'Part',
  combined_floor: 'Déclarée à la place\u00a0: la moitié de l’aptitude (CMC)',
  combined: 'Incertitude-type composée',
  point_reference: 'Valeur de référence du point',
  sources: {
    curve_fit: 'Ajustement de la courbe',
    lack_of_fit: 'Défaut d’ajustement',
    repeatability: 'Répétabilité',
    resolution: 'Résolution',
    reference_standard: 'Étalon de référence',
    drift: 'Dérive',
    environment: 'Environnement',
    hysteresis: 'Hystérésis',
    other: 'Autre'
  },
  distributions: {
    normal: 'normale',
    rectangular: 'rectangulaire',
    triangular: 'triangulaire',
    arcsine: 'arc sinus',
    trapezoidal: 'trapézoïdale',
    student_t: '*t* de Student',
    exponential: 'exponentielle',
    poisson: 'Poisson'
  },
  coverage_t:
    'L’incertitude élargie est l’incertitude-type composée multipliée par *k* = {k}, ce qui, pour une loi *t* à *ν*_{eff} = {nu}, donne une probabilité de couverture de {p} (JCGM 100:2008).',
  coverage_normal:
    'L’incertitude élargie est l’incertitude-type composée multipliée par *k* = {k}, ce qui, pour une loi normale, donne une probabilité de couverture de {p} (JCGM 100:2008).',
  coverage_other:
    'L’incertitude élargie est l’incertitude-type composée multipliée par *k* = {k}\u202f; la probabilité de couverture est de {p} (JCGM 100:2008).',
  coverage_rectangular:
    'L’incertitude élargie est l’incertitude-type composée multipliée par *k* = {k}, ce qui, pour la loi rectangulaire qui la domine, donne une probabilité de couverture de {p} (EA-4/02 M:2022).',
  coverage_trapezoidal:
    'L’incertitude élargie est l’incertitude-type composée multipliée par *k* = {k}, ce qui, pour la loi trapézoïdale des deux lois rectangulaires qui la dominent, donne une probabilité de couverture de {p} (EA-4/02 M:2022).',
  coverage_floor:
    'L’incertitude élargie est l’incertitude-type déclarée à la place, multipliée par *k* = {k}, ce qui, pour une loi normale, donne une probabilité de couverture de {p} (JCGM 100:2008).',
  cmc: 'Aucune incertitude n’est déclarée en dessous de l’aptitude du laboratoire (CMC), {cmc}.',
  trials:
    'La méthode de Monte-Carlo avec {trials} tirages (JCGM 101:2008) donne *u* = {u} et, pour {p}, l’intervalle de {low} à {high}.',
  trials_alone: 'La méthode de Monte-Carlo avec {trials} tirages (JCGM 101:2008) donne *u* = {u}.',
  trials_of_result: 'cette incertitude',
  trials_of_lines: 'l’incertitude que donnent les lignes du bilan',
  trials_confirm: 'Elle confirme {uncertainty} à deux chiffres significatifs.',
  trials_refute: 'Elle ne confirme pas {uncertainty} à deux chiffres significatifs.',
  trials_undecided: 'Ces tirages sont trop peu nombreux pour confirmer {uncertainty} à deux chiffres significatifs.',
  remarks: 'Remarques',
  reference_reason: 'Pourquoi cet étalon a été utilisé\u00a0: {reason}',
  unknown_letters: 'Les caractères absents des polices de ce certificat sont imprimés \ufffd.',
  kept: 'Diffusion autorisée par {name} le {date} après examen de ce qui est indiqué ici\u00a0: {reason}',
  warnings: {
    ea_dominant_restricted:
      'Une loi rectangulaire domine le bilan, mais la probabilité de couverture dépasse 95,45\u00a0% ou le reste a moins de dix degrés de liberté\u00a0: *k* est celui de la loi *t* de Student.',
    overstated_uncertainty:
      'Les points se dispersent autour de la courbe moins que leurs incertitudes déclarées ne le laissent prévoir\u00a0: elles sont peut-être trop grandes, ou comprennent ce qui est commun à tous les points.',
    scaled_form:
      'Les indications sont si loin de zéro que les coefficients imprimés gardent trop peu de chiffres pour un calcul à la main.',
    in_force_extrapolation:
      'La correction en vigueur a été appliquée hors de l’étendue pour laquelle elle a été établie.',
    reference_twice:
      'Les références des points sont corrélées et l’étalon est indiqué aussi\u00a0: ce qui est commun compte peut-être deux fois.',
    nominal_put_in:
      'Les erreurs avant intervention sont celles obtenues avec la caractéristique nominale du signal de sortie.',
    zero_tolerance: 'En certains points, la tolérance est nulle\u00a0: presque aucune erreur n’y est conforme.',
    judged_with_other_history:
      'Enregistré sur un appareil qui n’avait pas tout l’historique de l’instrument et de son étalon\u202f; le verdict est le même dans les deux cas.',
    no_degrees_of_freedom:
      'La courbe a autant de coefficients que de points et passe par tous les points\u00a0: sa dispersion est inconnue et les points ne peuvent pas la confirmer.',
    interpolation_unverified:
      'La courbe passe par les moyennes des points, qui ne peuvent pas la confirmer\u202f; elle n’a pas été vérifiée par d’autres points.',
    chi_squared:
      'Les points se dispersent autour de la courbe plus que leurs incertitudes déclarées ne l’expliquent (*p* < 0,05)\u00a0: aucune conformité n’est déclarée sur leur base.',
    lack_of_fit:
      'Les points répétés se dispersent moins qu’ils ne s’écartent de la courbe\u00a0: sa forme ne convient pas à l’instrument.',
    outliers: 'Loin de la courbe donnée par les autres points\u00a0: point {points}.',
    outliers_many: 'Loin de la courbe donnée par les autres points\u00a0: points {points}.',
    repeatability_unknown:
      'La dispersion des lectures est inconnue\u00a0: l’incertitude ne contient pas de répétabilité.',
    repeatability_twice: 'Le bilan contient la répétabilité trouvée dans les points et une répétabilité déclarée.',
    resolution_left_out:
      'La résolution n’est pas une ligne du bilan\u00a0: la dispersion des lectures est plus grande et contient leur arrondi.',
    hysteresis_in_repeatability:
      'Toutes les valeurs prévues n’ont pas été mesurées de nouveau dans un même sens\u00a0: la répétabilité comprend l’écart entre lectures montantes et descendantes.',
    correlated_degrees_of_freedom:
      'Les composantes corrélées à degrés de liberté finis comptent pour une seule, avec le plus petit nombre d’entre elles.',
    monte_carlo_joint_normal:
      'Pour les tirages de Monte-Carlo, les composantes corrélées suivent une loi normale conjointe.',
    no_uncertainty: 'Aucune composante d’incertitude n’est connue\u00a0: elle est déclarée nulle.',
    uncertainty_unknown: 'Aucune conformité n’est déclarée si l’incertitude est nulle ou inconnue.',
    older_format:
      'Ici, les points de même valeur comptent comme répétitions, comme dans les enregistrements antérieurs à la version 3.6.1+2\u202f; selon la règle actuelle, la conformité ou l’incertitude seraient différentes.',
    as_found_undefined:
      'L’indication et la référence ont des unités différentes et aucune correction n’était en vigueur\u00a0: il n’y a pas d’erreur avant intervention.',
    tur_below_4:
      'Le rapport d’incertitude d’essai est inférieur à 4 en certains points\u00a0: ils sont évalués avec une bande de garde quadratique.',
    extrapolation: 'La courbe a été évaluée hors de l’étendue des points, où rien ne l’étaye.',
    correction_not_applied:
      'Évalué après correction, bien que les lectures de cet instrument soient utilisées sans correction.',
    reference_retired: 'L’étalon était retiré lors de l’enregistrement de cet étalonnage.',
    reference_out_of_service: 'L’étalon était hors service lors de l’enregistrement de cet étalonnage.',
    reference_superseded: 'Un étalonnage plus récent de l’étalon existait lors de l’enregistrement de celui-ci.',
    reference_failed: 'L’étalon n’était pas conforme lors de son étalonnage.',
    date_before_registration: 'L’étalonnage porte une date antérieure à l’enregistrement de l’instrument.',
    date_long_ago: 'L’étalonnage a été enregistré plus de deux ans après sa date.',
    environment_unusual:
      'La température, l’humidité relative ou la pression atmosphérique sortent de ce qui est habituel en laboratoire.',
    environment_outside_procedure:
      'La température, l’humidité relative ou la pression atmosphérique sortent des limites de la méthode.',
    procedure_superseded:
      'Une révision plus récente de la méthode existait lors de l’enregistrement de cet étalonnage.',
    procedure_retired: 'La méthode était retirée lors de l’enregistrement de cet étalonnage.',
    readings_outside_range: 'Des lectures se situent loin hors de l’étendue de mesure de l’instrument.'
  },
  recorded: 'Enregistré le {date}',
  recorded_by: 'Enregistré par',
  performed_by: 'Étalonné par',
  release: 'Diffusion autorisée par {person}.',
  release_second: 'Examiné et autorisé par {person} le {date}.',
  release_same: 'Diffusion autorisée par la même personne, {person}.',
  release_automatic:
    'Diffusion autorisée par la même personne, {person}, par l’enregistrement\u00a0: le laboratoire diffuse automatiquement.',
  release_unknown: 'La personne qui a autorisé la diffusion n’est pas renseignée.',
  roles: { viewer: 'lecteur', technician: 'technicien', admin: 'administrateur', superadmin: 'administrateur' },
  signed_electronically: 'signé électroniquement',
  signature_text: 'Certificat {fingerprint}, valable jusqu’en {year}',
  verify: 'Vérifier',
  footer:
    'Les résultats ne concernent que l’objet étalonné. Ce certificat n’est valable que sans modification\u202f; sans l’accord écrit du laboratoire, il ne peut être reproduit que dans son intégralité. État\u00a0: {url}',
  footer_record:
    'Ce constat contient les données d’un autre laboratoire, ne concerne que l’objet désigné et ne peut être reproduit que dans son intégralité. État\u00a0: {url}',
  sign_reason: 'Certificat d’étalonnage {number}',
  sign_reason_record: 'Constat d’un étalonnage externe {number}'
};
