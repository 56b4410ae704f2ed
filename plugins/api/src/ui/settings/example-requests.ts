/** Languages in which a first request is shown. */
export const exampleLanguages = ['curl', 'typescript', 'python'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/**
 * A first request, to be copied as it is: the token is read from the environment, so that it stands in no file. The
 * examples of the documentation are these.
 */
export const exampleOf: Readonly<Record<ExampleLanguage, (url: string, number: string) => string>> = {
  curl: (url, number) => `curl ${url} \\
  -H "Authorization: Bearer $RECADO_TOKEN" \\
  -H "Idempotency-Key: pedido-1042" \\
  -F number=${number} \\
  -F body='Seu pedido 1042 saiu para entrega.'`,
  typescript: (url, number) => `const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.RECADO_TOKEN}\`,
    'content-type': 'application/json',
    'idempotency-key': 'pedido-1042',
  },
  body: JSON.stringify({ number: '${number}', body: 'Seu pedido 1042 saiu para entrega.' }),
})
console.log(answer.status, await answer.text())`,
  python: (url, number) => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"number": "${number}", "body": "Seu pedido 1042 saiu para entrega."}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["RECADO_TOKEN"],
        "Content-Type": "application/json",
        "Idempotency-Key": "pedido-1042",
    },
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read().decode())`,
}

/** The address of a configuration for programs, at this installation. */
export const addressOf = (origin: string, id: string): string => `${origin}/v1/api/external/${id}`
