const deep = (open: string, close: string, times: number) => `${open.repeat(times)}a${close.repeat(times)}`

/** Templates that ask for this address, or for a file, in every way that a document has. */
export const reachingTemplates = (at: string): string[] =>
  [
    at,
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
    'http://rebind.example/',
    '//192.0.2.1/',
  ].flatMap((address) => [
    `<img src="${address}"><img srcset="${address} 1x"><picture><source srcset="${address}"></picture>`,
    `<style>@import "${address}";@import url(${address});@font-face{font-family:x;src:url(${address})}p{font-family:x}</style><p>a`,
    `<style>p{background:url(${address});content:image-set("${address}" 1x);mask:url("${address}#m")}</style><p>a`,
    `<style>input[value^=a]{background:url(${address})}p{--a:url(${address});background:var(--a)}</style><p>a`,
    `<svg><use href="${address}#a"/><image href="${address}"/><foreignObject><img src="${address}"></foreignObject></svg>`,
    `<svg><filter id="f"><feImage href="${address}"/></filter><rect filter="url(${address}#f)" fill="url(${address})"/></svg>`,
    `<meta http-equiv="refresh" content="0;url=${address}"><base href="${address}">`,
    `<iframe src="${address}"></iframe><iframe srcdoc="<img src='${address}'>"></iframe><object data="${address}"></object><embed src="${address}">`,
    `<link rel="stylesheet" href="${address}"><link rel="preconnect" href="${address}"><script src="${address}"></script>`,
    `<video src="${address}" poster="${address}"></video><audio src="${address}"></audio><input type="image" src="${address}">`,
  ])

/** Templates without an error in them, which a browser works at for long, or without an end. */
export const endlessTemplates: { what: string; html: string; size?: string }[] = [
  {
    what: 'a page of thousands of miles',
    html: '<div style="height:33554428px;background:red">a</div>',
    size: '8.5x11',
  },
  { what: 'pages without number', html: '<p style="break-after:page">a</p>'.repeat(4000), size: '8.5x11' },
  { what: 'tables in tables', html: deep('<table><tr><td>a<td>', '</table>', 20) },
  {
    what: 'boxes that ask each other for their size',
    html: deep('<div style="display:flex;width:max-content"><div style="display:grid">', '</div></div>', 45),
  },
  { what: 'a million columns', html: `<div style="columns:1000000;column-gap:1px">${'<p>a'.repeat(2000)}</div>` },
  {
    what: 'ten million tracks',
    html: '<div style="display:grid;grid-template:repeat(10000,1fr)/repeat(1000,1fr)">a</div>',
  },
  {
    what: 'gradients without number',
    html: `<div style="height:4in;background:${Array.from({ length: 3000 }, () => 'repeating-conic-gradient(red 0 .001deg,blue 0 .002deg)').join()}">a</div>`,
  },
  {
    what: 'shadows without number',
    html: `<p style="text-shadow:${Array.from({ length: 4000 }, (_, n) => `${n}px 0 99px red`).join()}">${'a '.repeat(2000)}</p>`,
  },
]

/** Templates that are no templates: each is refused as a whole, or saved with what is wrong with it. */
export const brokenTemplates: [what: string, html: string][] = [
  ['10,000 nested elements', '<div>'.repeat(10_000)],
  ['100,000 elements', '<b>'.repeat(80_000)],
  ['opening braces', '{{'.repeat(120_000)],
  ['nested conditions', '{{#if a}}'.repeat(25_000)],
  ['one long name', `{{${'a'.repeat(250_000)}}}`],
  ['fields without number', Array.from({ length: 20_000 }, (_, n) => `{{a${n}}}`).join('')],
  ['nested CSS', `<style>${'a{'.repeat(100_000)}</style>`],
  ['formatting that is repeated', '<b><p></b>'.repeat(25_000)],
]
