import model from '#lib/i18n/es/model.json' with { type: 'json' };
import type { CertificateLabels } from './certificate-labels.ts';

export const spanish: CertificateLabels = {
  certificate: 'Certificado',
  record: 'Registro',
  page: 'página {page} de {pages}',
  title: 'Certificado de calibración',
  external_title: 'Registro de una calibración externa',
  external_data:
    '**Datos de otro laboratorio:** {laboratory}, certificado {number}. Este documento no es un certificado de calibración de {organization}.',
  not_recorded: 'no consta',
  no_address: 'No consta la dirección del laboratorio',
  copy: '**COPIA**, impresa el {date}',
  voided: '**Anulado el {date}.** Este certificado ya no es válido.',
  voided_record: '**Anulado el {date}.** Este registro ya no es válido.',
  void_reason: 'Motivo: {reason}',
  replaces: 'Este certificado sustituye al certificado {number} (versión {version}).',
  item: 'Objeto',
  identification: 'Identificación',
  serial_number: 'número de serie {serial}',
  channel: 'Canal',
  range: 'Intervalo',
  range_text: '{from} a {to}',
  quantity: 'Magnitud',
  condition: 'Estado',
  customer: 'Cliente',
  place: 'Lugar',
  received: 'Recibido el',
  calibration_date: 'Fecha de calibración',
  issue_date: 'Fecha de emisión',
  procedure: 'Método',
  revision: 'revisión {revision}',
  no_revision: 'no consta la revisión',
  environment: 'Ambiente',
  external_laboratory: 'Calibrado por',
  external_certificate: 'Su certificado',
  external_accreditation: 'Su acreditación',
  results: 'Resultados',
  results_follow: 'Los resultados de los {count} puntos figuran después de la firma.',
  coefficients_only: 'La calibración se registra mediante su curva de corrección; no se registraron puntos.',
  uncertainty_only:
    'Aquí solo se registra la incertidumbre expandida; los resultados constan en el certificado de {laboratory}.',
  external_evaluated:
    'Los valores de referencia y las lecturas son de {laboratory}; los cálculos y la evaluación de la conformidad son de {organization}.',
  before_adjustment: 'Antes del ajuste',
  verification: 'Verificación tras la corrección',
  number: 'N.º',
  reference: 'Referencia',
  indication: 'Indicación',
  as_found: 'Antes de corregir',
  as_left: 'Tras el ajuste',
  after_correction: 'Tras la corrección',
  error: 'Error',
  verdict: 'Veredicto',
  verdicts: {
    pass: 'Conforme',
    conditional_pass: 'Conforme con reserva',
    conditional_fail: 'No conforme con reserva',
    fail: 'No conforme'
  },
  error_note: 'Error antes de corregir *e* = *y* − *x*.',
  error_in_force_note: 'Error antes de corregir *e* = *g*(*y*) − *x*, con la corrección *g* utilizada hasta ahora.',
  corrected_error_note: 'Error tras la corrección *a* = *f*(*y*) − *x*.',
  found_coverage: '*U* antes de corregir: {coverage}.',
  corrected_coverage: '*U* tras la corrección: {coverage}.',
  left_coverage: '*U* tras el ajuste: {coverage}.',
  tolerance_note: 'Tolerancia {tolerance}.',
  specification: 'Especificación: {specification}.',
  customer_data:
    'Proporcionado por el cliente; no verificado por el laboratorio, puede afectar a la validez de los resultados.',
  of_reading: 'de la lectura',
  of_span: 'del intervalo',
  hysteresis_note: 'Histéresis (ascendente ↑ menos descendente ↓) como máximo {value}.',
  not_judged: 'Una raya indica lo que estos puntos no permiten determinar.',
  conformity: 'Conformidad',
  points_conform: '{good} de {all} puntos conformes',
  decides: 'determinante',
  no_tolerance: 'No se indicó ninguna tolerancia; no se declara la conformidad.',
  expanded_uncertainty: 'Incertidumbre expandida',
  traceability: 'Trazabilidad',
  reference_text: '{reference}, *U* = {uncertainty} (*k* = {k}).',
  reference_certificate: 'certificado {number}',
  reference_date: 'del {date}',
  calibrated_by: 'por {laboratory}',
  accreditation: '(acreditación {accreditation})',
  traceable: 'Por medio de este patrón los resultados son trazables al Sistema Internacional de Unidades (SI).',
  not_traceable: 'Por ello no se declara la trazabilidad al Sistema Internacional de Unidades.',
  reference_overdue: 'Su calibración vencía el {date}, antes de esta calibración.',
  reference_voided: 'Su calibración se ha anulado.',
  reference_unknown: 'No consta su laboratorio o su certificado.',
  traceable_external: 'Para la trazabilidad, véase el certificado del laboratorio que calibró el instrumento.',
  no_reference: 'No consta ningún patrón de referencia.',
  correction_curve: 'Curva de corrección',
  error_curve: 'Errores de indicación',
  tolerance: 'tolerancia {limits}',
  acceptance: 'aceptación {limits}',
  correction_series: '*f*(*y*) − *y*, banda ± *U*',
  band: 'banda ± *U*',
  indication_axis: 'indicación',
  curve_domain: '*y* de {from} a {to}.',
  fit_text: '{model}, {method}.',
  fit_scatter_relative:
    'La dispersión de los puntos es {s} veces sus incertidumbres indicadas, con {nu} grados de libertad.',
  fit_scatter: 'Desviación típica residual {s} con {nu} grados de libertad.',
  models: model.printed,
  methods: {
    ols: 'mínimos cuadrados',
    wls: 'mínimos cuadrados ponderados',
    gdr: 'regresión con errores en ambas variables'
  },
  circles_correction: 'Círculos: corrección hallada en cada punto.',
  circles_error: 'Círculos: error en cada punto.',
  diamonds: 'Rombos: puntos no conformes.',
  shaded: 'Sombreado: ± *U*.',
  coefficient: 'Coeficiente',
  value: 'Valor',
  standard_error: 'Incertidumbre típica',
  band_most: 'Entre los puntos *U* es como máximo {most}.',
  band_formula:
    'En una indicación *y* de este intervalo *U* ≤ *k* √(∑_{*i*, *j*} *V*_{*ij*} *y*^{*i* + *j*} + *u*_{0}²) con *k* = {k}, *u*_{0} = {rest} y las covarianzas *V* de los coeficientes.',
  band_unknown: 'Entre los puntos no se conoce la incertidumbre de la curva.',
  budget: 'Balance de incertidumbre en {point}',
  source: 'Fuente',
  distribution: 'Distribución',
  share: 'Parte',
  combined_floor: 'Se declara en su lugar: la mitad de la capacidad de medida (CMC)',
  combined: 'Incertidumbre típica combinada',
  sources: {
    curve_fit: 'Ajuste de la curva',
    lack_of_fit: 'Falta de ajuste',
    repeatability: 'Repetibilidad',
    resolution: 'Resolución',
    reference_standard: 'Patrón de referencia',
    drift: 'Deriva',
    environment: 'Ambiente',
    hysteresis: 'Histéresis',
    other: 'Otros'
  },
  distributions: {
    normal: 'normal',
    rectangular: 'rectangular',
    triangular: 'triangular',
    arcsine: 'arcoseno',
    trapezoidal: 'trapezoidal',
    student_t: '*t* de Student',
    exponential: 'exponencial',
    poisson: 'Poisson'
  },
  coverage_t:
    'La incertidumbre expandida es la incertidumbre típica combinada multiplicada por *k* = {k}, que para una distribución *t* con *ν*_{eff} = {nu} da una probabilidad de cobertura del {p} (JCGM 100:2008).',
  coverage_normal:
    'La incertidumbre expandida es la incertidumbre típica combinada multiplicada por *k* = {k}, que para una distribución normal da una probabilidad de cobertura del {p} (JCGM 100:2008).',
  coverage_other:
    'La incertidumbre expandida es la incertidumbre típica combinada multiplicada por *k* = {k}; la probabilidad de cobertura es del {p} (JCGM 100:2008).',
  cmc: 'No se declaran incertidumbres inferiores a la capacidad de medida del laboratorio (CMC), {cmc}.',
  trials:
    'El método de Monte Carlo con {trials} simulaciones (JCGM 101:2008) da *u* = {u} y, para {p}, el intervalo de {low} a {high}.',
  trials_confirm: 'Confirma esta incertidumbre con dos cifras significativas.',
  trials_refute: 'No confirma esta incertidumbre con dos cifras significativas.',
  trials_undecided: 'Son muy pocas simulaciones para confirmar esta incertidumbre con dos cifras significativas.',
  remarks: 'Observaciones',
  reference_reason: 'Por qué se usó este patrón: {reason}',
  unknown_letters: 'Los caracteres que no existen en las fuentes de este certificado se imprimen como \ufffd.',
  kept: 'Emisión autorizada por {name} el {date} tras revisar lo aquí indicado: {reason}',
  warnings: {
    ea_dominant_restricted:
      'Una distribución rectangular domina el balance, pero la probabilidad de cobertura supera el 95,45 % o el resto tiene menos de diez grados de libertad: *k* es el de la *t* de Student.',
    overstated_uncertainty:
      'Los puntos se dispersan en torno a la curva menos de lo previsto por sus incertidumbres declaradas: quizá sean demasiado grandes o incluyan lo que es común a todos los puntos.',
    scaled_form:
      'Las indicaciones están tan lejos de cero que los coeficientes impresos conservan muy pocas cifras para usarlos a mano.',
    in_force_extrapolation: 'La corrección vigente se aplicó fuera del intervalo para el que se determinó.',
    reference_twice:
      'Las referencias de los puntos están correlacionadas y también se indica el patrón: lo común puede contarse dos veces.',
    nominal_put_in:
      'Los errores antes de corregir son los obtenidos con la característica nominal de la señal de salida.',
    zero_tolerance: 'En algunos puntos la tolerancia es cero: allí casi ningún error es conforme.',
    judged_with_other_history:
      'Registrada en un dispositivo que no disponía de todo el historial del instrumento y de su patrón; el veredicto es el mismo en ambos casos.',
    no_degrees_of_freedom:
      'La curva tiene tantos coeficientes como puntos y pasa por todos: su dispersión se desconoce y los puntos no pueden confirmarla.',
    interpolation_unverified:
      'La curva pasa por las medias de los puntos, que no pueden confirmarla; no se verificó con otros puntos.',
    chi_squared:
      'Los puntos se dispersan en torno a la curva más de lo que explican sus incertidumbres declaradas (*p* < 0,05): no se declara conformidad a partir de ellos.',
    lack_of_fit:
      'Los puntos repetidos se dispersan menos de lo que se desvían de la curva: su forma no se ajusta al instrumento.',
    outliers: 'Lejos de la curva que dan los demás puntos: punto {points}.',
    repeatability_unknown: 'No se conoce la dispersión de las lecturas: la incertidumbre no incluye repetibilidad.',
    repeatability_twice: 'El balance contiene la repetibilidad hallada en los puntos y otra declarada.',
    resolution_left_out:
      'La resolución no es una línea del balance: la dispersión de las lecturas es mayor e incluye su redondeo.',
    hysteresis_in_repeatability:
      'Las lecturas ascendentes y descendentes se tomaron una sola vez: la repetibilidad incluye su diferencia.',
    correlated_degrees_of_freedom:
      'Las contribuciones correlacionadas con grados de libertad finitos cuentan como una, con el menor de ellos.',
    monte_carlo_joint_normal:
      'Para las simulaciones de Monte Carlo, las contribuciones correlacionadas siguen una distribución normal conjunta.',
    no_uncertainty: 'No se conoce ninguna contribución a la incertidumbre: se declara como cero.',
    uncertainty_unknown: 'No se declara conformidad si la incertidumbre es cero o desconocida.',
    older_format:
      'Aquí los puntos de igual valor cuentan como repeticiones, como en los registros anteriores a la versión 3.6.1+2; según la regla actual, la conformidad o la incertidumbre serían distintas.',
    as_found_undefined:
      'La indicación y la referencia tienen unidades distintas y no había ninguna corrección vigente: no hay error antes de corregir.',
    tur_below_4:
      'La relación de incertidumbre de ensayo es menor que 4 en algunos puntos: se evalúan con una banda de guarda cuadrática.',
    extrapolation: 'La curva se evaluó fuera del intervalo de los puntos, donde nada la respalda.',
    correction_not_applied: 'Evaluado tras la corrección, aunque las lecturas de este instrumento se usan sin ella.',
    reference_retired: 'El patrón estaba dado de baja cuando se registró esta calibración.',
    reference_out_of_service: 'El patrón estaba fuera de servicio cuando se registró esta calibración.',
    reference_superseded: 'Cuando se registró esta calibración ya existía una calibración más reciente del patrón.',
    reference_failed: 'El patrón no era conforme cuando se calibró.',
    date_before_registration: 'La fecha de la calibración es anterior al registro del instrumento.',
    date_long_ago: 'La calibración se registró más de dos años después de su fecha.',
    environment_unusual:
      'La temperatura, la humedad relativa o la presión atmosférica están fuera de lo habitual en un laboratorio.',
    environment_outside_procedure:
      'La temperatura, la humedad relativa o la presión atmosférica están fuera de los límites del método.',
    procedure_superseded: 'Cuando se registró esta calibración ya existía una revisión más reciente del método.',
    procedure_retired: 'El método estaba retirado cuando se registró esta calibración.',
    readings_outside_range: 'Hay lecturas muy fuera del intervalo de medida del instrumento.'
  },
  recorded: 'Registrado el {date}',
  recorded_by: 'Registrado por',
  performed_by: 'Calibrado por',
  release: 'Emisión autorizada por {person}.',
  release_second: 'Revisado y autorizado por {person} el {date}.',
  release_same: 'Emisión autorizada por la misma persona, {person}.',
  release_automatic:
    'Emisión autorizada por la misma persona, {person}, al registrarla: el laboratorio emite automáticamente.',
  release_unknown: 'No consta quién autorizó la emisión.',
  roles: { viewer: 'lector', technician: 'técnico', admin: 'administrador', superadmin: 'administrador' },
  signed_electronically: 'firmado electrónicamente',
  signature_text: 'Certificado {fingerprint}, válido hasta {year}',
  verify: 'Verificar',
  footer:
    'Los resultados se refieren solo al objeto calibrado. Este certificado solo es válido sin modificaciones y, sin la aprobación escrita del laboratorio, solo puede reproducirse en su totalidad. Su estado: {url}',
  footer_record:
    'Este registro contiene los datos de otro laboratorio, se refiere solo al objeto indicado y solo puede reproducirse en su totalidad. Su estado: {url}',
  sign_reason: 'Certificado de calibración {number}',
  sign_reason_record: 'Registro de una calibración externa {number}'
};
