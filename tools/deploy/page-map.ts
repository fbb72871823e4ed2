import { pageMap } from './pages.ts'

// Writes nginx's maps for a built site: page-map.ts FOLDER > pages.map
const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('usage: page-map.ts FOLDER\n')
  process.exit(2)
}
process.stdout.write(pageMap(folder))
