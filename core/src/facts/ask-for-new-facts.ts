import postgres from 'postgres'

/**
 * Has the numbers of all companies, or of those that are called so, made anew by the next sweep: see `FactKeeping`.
 * Answers their names. Reports show the old numbers meanwhile. `databaseUrl` is that of the owner.
 */
export async function askForNewFacts(databaseUrl: string, company: string | undefined): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const rows = await sql<{ company: string }[]>`select company from core.ask_for_new_facts(${company ?? null})`
    return rows.map((row) => row.company)
  } finally {
    await sql.end()
  }
}
