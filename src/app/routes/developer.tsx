export default function Page() {
  return <h1>developer</h1>;
}
