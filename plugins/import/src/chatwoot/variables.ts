/** Names that Chatwoot's canned responses use, and what they are called in ready texts here. */
const names: Readonly<Record<string, string>> = {
  'contact.name': 'fullName',
  'contact.first_name': 'firstName',
  'agent.name': 'agent',
  'agent.first_name': 'agent',
}

/** A canned response with the variables of here; what is not known stays as it was written. */
export const withOurNames = (content: string): string =>
  content.replaceAll(/\{\{\s*([a-z_.]+)\s*\}\}/g, (written, name: string) =>
    names[name] === undefined ? written : `{{${names[name]}}}`,
  )
