import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface Listener extends AsyncDisposable {
  /** The listener's origin for every address of this machine. */
  origins: string[]
  /** Every connection, with the first line received. */
  seen: string[]
}

/** A server that records every connection, even one that sends nothing. */
export async function openListener(): Promise<Listener> {
  const seen: string[] = []
  const server = createServer((socket) => {
    const place = seen.push('connected, said nothing') - 1
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      seen[place] = data.toString('latin1').split('\r\n')[0] ?? ''
      socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\n\r\n')
    })
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
  return {
    origins: ['localhost', '[::1]', ...own.map((one) => one.address)].map((host) => `http://${host}:${address.port}`),
    seen,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A document with a URL wherever HTML and CSS can fetch something without a script, and with scripts. */
export const reachingOut = (at: string): string => `<!doctype html><html><head>
<link rel="stylesheet" href="${at}/link"><link rel="icon" href="${at}/icon"><link rel="preload" as="image" href="${at}/preload">
<link rel="prefetch" href="${at}/prefetch"><link rel="preconnect" href="${at}"><link rel="dns-prefetch" href="//host.invalid">
<link rel="modulepreload" href="${at}/module"><link rel="manifest" href="${at}/manifest"><link rel="prerender" href="${at}/prerender">
<script src="${at}/script"></script><script>fetch('${at}/inline');new WebSocket('${at.replace('http', 'ws')}')</script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at}/speculation"]}]}</script>
<style>@import url(${at}/import); @font-face{font-family:x;src:url(${at}/font)}
body{font-family:x;background:url(${at}/background);cursor:url(${at}/cursor),auto;list-style:url(${at}/list)}
div::before{content:url(${at}/content)} input[value^=a]{background:url(${at}/starts-with-a)}
p{border-image:url(${at}/border) 1;mask:url(${at}/mask#m);filter:url(${at}/filter#f);clip-path:url(${at}/clip#c)}</style>
</head><body>text<div>x</div><p>y</p><ul><li>z</ul><input value="abc">
<img src="${at}/img"><img srcset="${at}/srcset 1x"><img loading="lazy" src="${at}/lazy"><picture><source srcset="${at}/source"><img></picture>
<iframe src="${at}/iframe"></iframe><iframe srcdoc="<img src='${at}/srcdoc'>"></iframe><iframe src="file:///etc/hostname"></iframe>
<object data="${at}/object"></object><embed src="${at}/embed"><video src="${at}/video" poster="${at}/poster" preload="auto"></video>
<audio src="${at}/audio" preload="auto" autoplay></audio><input type="image" src="${at}/input">
<svg><use href="${at}/use#a"/><image href="${at}/svg-image"/><filter id="g"><feImage href="${at}/feimage"/></filter>
<rect width="9" height="9" filter="url(#g)"/><foreignObject><img src="${at}/foreign"></foreignObject></svg>
<form action="${at}/form"><button autofocus>b</button></form></body></html>`
