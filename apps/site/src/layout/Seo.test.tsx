import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Seo } from './Seo.tsx'

test('structured data cannot close its script element early', { tags: ['D16'] }, () => {
  const question = '</script><script>alert(1)</script>'
  const html = renderToStaticMarkup(<Seo title="A" description="B" keywords="C" path="/" jsonLd={{ question }} />)
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script'])
  const [, data] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data ?? '')).toEqual({ question })
})
