import { Link } from 'react-router-dom'
import { formatRows, services, startingPrices } from '../content/home.ts'
import { paths } from '../content/paths.ts'
import { Section } from '../layout/Section.tsx'
import styles from './Products.module.css'
import { Rows } from './Rows.tsx'

export function Products() {
  return (
    <Section
      id="products"
      title="Two formats, one price that includes postage"
      intro="Trackable direct mail, printed and mailed for you. One price covers print and postage."
    >
      <FormatTable />
      <p className={styles.more}>
        <Link to={paths.pricing}>See every size and volume tier</Link>
      </p>
      <Rows rows={services.map(({ to, action, ...row }) => ({ ...row, end: <Link to={to}>{action}</Link> }))} />
    </Section>
  )
}

function FormatTable() {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Postcards and letters compared</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Link to={paths.postcards}>Postcards</Link>
          </th>
          <th scope="col">
            <Link to={paths.letters}>Letters</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Price per piece</th>
          <StartingPrice {...startingPrices.postcard} />
          <StartingPrice {...startingPrices.letter} />
        </tr>
        {formatRows.map(({ title, postcard, letter }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{postcard}</td>
            <td>{letter}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StartingPrice({ price, note }: { price: string; note: string }) {
  return (
    <td>
      <span className={styles.startingAt}>starting at </span>
      <span className={styles.price}>{price}</span>
      <span className={styles.note}>{note}</span>
    </td>
  )
}
