/** Parts of a contact's page, as its address names them; the first is open where it names none. */
export const contactParts = ['atendimentos', 'arquivos', 'anotacoes'] as const
export type ContactPagePart = (typeof contactParts)[number]

/** What the address of a contact's page may say, and nothing else. */
export const partOfAddress = (search: Record<string, unknown>): { parte?: ContactPagePart } => {
  const parte = contactParts.find((part) => part === search['parte'])
  return parte === undefined ? {} : { parte }
}
