import type { RouteRequest } from '@recado/sdk'
import { htmlResponse } from './html.ts'
import type { routes } from './routes.ts'

const products = [
  [
    'M4 9h12v5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM16 10h2a3 3 0 0 1 0 6h-2M7 3v3M10 3v3M13 3v3',
    'Café da serra',
    'Torrado na semana, 500 g',
    'R$ 42,00',
  ],
  ['M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 21c2-6 5-9 9-11', 'Chá de capim-limão', 'Folhas inteiras, 80 g', 'R$ 19,90'],
  [
    'M7 4h10v3H7zM6 7h12l1 3v9a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-9zM5 13h14',
    'Mel silvestre',
    'Direto do apiário, 450 g',
    'R$ 38,50',
  ],
  [
    'M3 10h18l-2 10H5zM8 10l3-6M16 10l-3-6M9 14v3M12 14v3M15 14v3',
    'Cesta de boas-vindas',
    'Um pouco de tudo',
    'R$ 129,00',
  ],
] as const

const style = `
  :root { color-scheme: light; --ink: #24201b; --quiet: #6d655b; --paper: #fbf8f3; --line: #e8e0d4; --accent: #0f766e }
  * { box-sizing: border-box }
  body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
  header, main, footer { max-width: 960px; margin: 0 auto; padding: 24px }
  header { display: flex; justify-content: space-between; align-items: baseline }
  header strong { font-size: 20px; letter-spacing: -.01em }
  nav { display: flex; gap: 20px; color: var(--quiet) }
  h1 { max-width: 18ch; margin: 48px 0 12px; font-size: clamp(32px, 6vw, 52px); line-height: 1.1;
    letter-spacing: -.03em }
  .lead { max-width: 46ch; margin: 0 0 40px; color: var(--quiet); font-size: 18px }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px; margin: 0; padding: 0;
    list-style: none }
  li { padding: 20px; background: #fff; border: 1px solid var(--line); border-radius: 10px }
  li svg { width: 44px; height: 44px; padding: 9px; border-radius: 10px; color: var(--accent);
    background: color-mix(in oklab, var(--accent) 10%, white); fill: none; stroke: currentColor; stroke-width: 1.5;
    stroke-linecap: round; stroke-linejoin: round }
  h2 { margin: 12px 0 0; font-size: 16px }
  li p { margin: 0; color: var(--quiet); font-size: 14px }
  li b { display: block; margin-top: 12px; color: var(--accent); font-variant-numeric: tabular-nums }
  .hint { margin-top: 40px; padding: 16px 20px; background: #fff; border: 1px dashed var(--line); border-radius: 10px;
    color: var(--quiet) }
  footer { color: var(--quiet); font-size: 14px }`

/** A page of a shop that does not exist, with the widget of the connection named by `?c=`. */
export function serveDemo({ query }: RouteRequest<typeof routes.demo>): Response {
  const nonce = crypto.randomUUID()
  const hint =
    query.c === undefined
      ? 'Falta dizer de qual conexão é o chat: abra esta página pelo cartão da conexão em Configurações → Canais.'
      : 'Clique no botão no canto da tela e escreva: a mensagem aparece no atendimento do Recado. Recarregue a ' +
        'página, e a conversa continua.'
  return htmlResponse(
    `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Loja Exemplo</title>
<style nonce="${nonce}">${style}</style>
${query.c === undefined ? '' : `<script async src="/p/webchat/widget.js" data-connection="${query.c}"></script>`}
</head>
<body>
<header>
<strong>Loja Exemplo</strong>
<nav aria-label="Principal"><span>Produtos</span><span>Entrega</span><span>Contato</span></nav>
</header>
<main>
<h1>Coisas boas da serra, na sua mesa</h1>
<p class="lead">Pequenos produtores, colheita da semana e entrega em todo o Brasil.
Ficou com alguma dúvida? É só chamar no chat.</p>
<ul>
${products
  .map(
    ([icon, name, text, price]) => `<li>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>
<h2>${name}</h2><p>${text}</p><b>${price}</b>
</li>`,
  )
  .join('\n')}
</ul>
<p class="hint">${hint}</p>
</main>
<footer>Esta loja é fictícia e mostra o chat do Recado em uma página comum.</footer>
</body>
</html>
`,
    {
      'default-src': "'none'",
      'style-src': `'nonce-${nonce}'`,
      'script-src': "'self'",
      'frame-src': "'self'",
      'img-src': 'data: https:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  )
}
