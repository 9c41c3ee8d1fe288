export default function Shop() {
  return <h1>The future of gaming is here</h1>;
}
