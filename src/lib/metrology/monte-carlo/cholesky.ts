/** The lower triangular L with L Lᵀ = V, V positive semi-definite; a direction without variance keeps none. */
export function choleskyOf(covariance: readonly (readonly number[])[]): number[][] {
  const rows: number[][] = covariance.map((row) => row.map(() => 0));
  covariance.forEach((values, i) => {
    for (let j = 0; j <= i; j++) {
      let rest = values[j] ?? 0;
      for (let k = 0; k < j; k++) rest -= (rows[i]?.[k] ?? 0) * (rows[j]?.[k] ?? 0);
      const row = rows[i];
      const pivot = rows[j]?.[j] ?? 0;
      if (row !== undefined) row[j] = i === j ? Math.sqrt(Math.max(0, rest)) : pivot > 0 ? rest / pivot : 0;
    }
  });
  return rows;
}
