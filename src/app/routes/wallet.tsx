export default function Page() {
  return <h1>wallet</h1>;
}
