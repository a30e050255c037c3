"""The rules as reference: the register of clauses, the glossary and the look-up, for pages of the book.

Nothing is told here a second time. Three tables hold what nobody else knows: ``register.csv`` (where
a clause is shown and which test proves it), ``glossary.csv`` (the words) and ``look-up.csv`` (what
people ask at the table). Clauses are those of ``clauses.csv``; all other text comes from the rules'
modules, the rulings and the drills. Each module's ``page()`` is what its page shows.
"""
