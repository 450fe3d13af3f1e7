import pg from 'pg';

/**
 * The schema as SQL text, identical on every machine: PostgreSQL's own dump program is not part of the embedded server,
 * and its output changes with its version. For reading and comparing; migrations create the real schema.
 */
export async function describeSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET search_path = ''");
    const sections: string[] = [];
    for (const { title, query } of SECTIONS) {
      const { rows } = await client.query<{ line: string }>(query);
      sections.push(`-- ${title}\n\n${rows.map(({ line }) => line).join('\n\n')}`);
    }
    return `${HEAD}\n${sections.join('\n\n')}\n`.replaceAll('public.', '');
  } finally {
    await client.end();
  }
}

const HEAD = `-- The schema that the migrations make, written by \`npm run db:schema\`. Read it, never edit it: \`npm run verify\` compares.
`;

/** Only our own objects: not the table of migrations, nor those of extensions. */
const OURS = `n.nspname = 'public' AND c.relname NOT LIKE 'applied_migrations%'`;

const TABLES = `
  SELECT format(E'CREATE TABLE %I (\\n%s\\n);', c.relname, string_agg(part.line, E',\\n' ORDER BY part.place, part.line)) AS line
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (
    SELECT 1000 + a.attnum AS place,
           format('  %I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod))
             || CASE WHEN d.adbin IS NULL THEN '' ELSE ' DEFAULT ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) END
             || CASE a.attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY' ELSE '' END
             || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
    FROM pg_catalog.pg_attribute a
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 9000, format('  CONSTRAINT %I %s', k.conname, pg_catalog.pg_get_constraintdef(k.oid))
    FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype <> 't'
  ) part
  WHERE c.relkind IN ('r', 'p') AND ${OURS} GROUP BY c.oid, c.relname ORDER BY c.relname COLLATE "C"`;

const INDEXES = `
  SELECT pg_catalog.pg_get_indexdef(i.indexrelid) || ';' AS line
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
  WHERE ${OURS} AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid)
  ORDER BY c.relname COLLATE "C", x.relname COLLATE "C"`;

const FUNCTIONS = `
  SELECT rtrim(pg_catalog.pg_get_functiondef(p.oid), E'\\n') || ';' AS line
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = 'public' AND p.prokind = 'f'
  ORDER BY p.proname COLLATE "C", pg_catalog.pg_get_function_identity_arguments(p.oid)`;

const TRIGGERS = `
  SELECT pg_catalog.pg_get_triggerdef(t.oid) || ';' AS line
  FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE NOT t.tgisinternal AND ${OURS} ORDER BY c.relname COLLATE "C", t.tgname COLLATE "C"`;

const ROW_SECURITY = `
  SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY;', c.relname)
      || CASE WHEN c.relforcerowsecurity THEN format(E'\\nALTER TABLE %I FORCE ROW LEVEL SECURITY;', c.relname) ELSE '' END
      || coalesce((
           SELECT string_agg(format(E'\\nCREATE POLICY %I ON %I FOR %s', p.polname, c.relname,
                    CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END)
                    || coalesce(E'\\n  USING ' || pg_catalog.pg_get_expr(p.polqual, p.polrelid), '')
                    || coalesce(E'\\n  WITH CHECK ' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), '') || ';',
                  '' ORDER BY p.polname COLLATE "C")
           FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid), '') AS line
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relrowsecurity AND ${OURS} ORDER BY c.relname COLLATE "C"`;

const GRANTS = `
  SELECT format('GRANT %s ON %s %I TO %I;', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type),
                CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relname, r.rolname) AS line
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) g JOIN pg_catalog.pg_roles r ON r.oid = g.grantee
  WHERE r.rolname = 'plumbline_app' AND ${OURS}
  GROUP BY c.relkind, c.relname, r.rolname ORDER BY c.relname COLLATE "C"`;

const COLUMN_GRANTS = `
  SELECT format('GRANT %s (%s) ON TABLE %I TO %I;', g.privilege_type, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname), c.relname, r.rolname) AS line
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL pg_catalog.aclexplode(a.attacl) g JOIN pg_catalog.pg_roles r ON r.oid = g.grantee
  WHERE r.rolname = 'plumbline_app' AND ${OURS}
  GROUP BY c.relname, g.privilege_type, r.rolname ORDER BY c.relname COLLATE "C"`;

const EXECUTE = `
  SELECT format('REVOKE ALL ON FUNCTION %I(%s) FROM PUBLIC;', p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid))
      || coalesce(format(E'\\nGRANT EXECUTE ON FUNCTION %I(%s) TO plumbline_app;', p.proname,
                         pg_catalog.pg_get_function_identity_arguments(p.oid)) , '') AS line
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = 'public' AND p.proacl IS NOT NULL
    AND EXISTS (SELECT FROM pg_catalog.aclexplode(p.proacl) g JOIN pg_catalog.pg_roles r ON r.oid = g.grantee WHERE r.rolname = 'plumbline_app')
    AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(p.proacl) g WHERE g.grantee = 0)
  ORDER BY p.proname COLLATE "C"`;

const SECTIONS = [
  { title: 'Tables', query: TABLES },
  { title: 'Indexes', query: INDEXES },
  { title: 'Functions', query: FUNCTIONS },
  { title: 'Triggers', query: TRIGGERS },
  { title: 'Row-level security', query: ROW_SECURITY },
  { title: 'Rights of the role that requests run as', query: GRANTS },
  { title: 'Its rights to columns alone', query: COLUMN_GRANTS },
  { title: 'Functions that are for that role alone', query: EXECUTE }
];
